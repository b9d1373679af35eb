// expect: safe
// what: An outer loop without end.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
int main(void) {
    unsigned char level = 0;
    for (;;) {
        for (int k = 0; k < 3; k++) if (level < 200) level++;
        while (level > 100) level--;
        assert(level <= 100);
    }
}
