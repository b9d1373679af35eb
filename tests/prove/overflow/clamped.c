// expect: safe
// what: A number that is clamped in each round.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
int main(void) {
    int v = 0;
    while (1) {
        int d = nondet_int();
        if (d < -10 || d > 10) d = 0;
        v += d;
        if (v > 1000) v = 1000;
        if (v < -1000) v = -1000;
        assert(v <= 1000 && v >= -1000);
    }
}
