// expect: safe
// what: The divisor is never zero.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
int main(void) {
    int d = 1;
    while (nondet_int()) {
        int q = 1000 / d;
        d++;
        if (d > 50) d = 1;
        assert(q >= 20);
    }
}
