// expect: violated
// property: use-after-scope
// line: 12
// what: A pointer to a variable of the round before.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
int main(void) {
    int *p = 0;
    while (nondet_int()) {
        int x = 1;
        if (p) x = *p;
        p = &x;
        if (x != 1) break;
    }
}
