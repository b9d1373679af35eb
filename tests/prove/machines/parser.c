// expect: safe
// what: A machine that reads characters.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
int main(void) {
    int depth = 0, quoted = 0;
    for (;;) {
        int c = nondet_int();
        if (c == -1) break;
        if (quoted) { if (c == '"') quoted = 0; }
        else if (c == '"') quoted = 1;
        else if (c == '(' && depth < 100) depth++;
        else if (c == ')' && depth > 0) depth--;
        assert(depth >= 0 && depth <= 100);
    }
}
