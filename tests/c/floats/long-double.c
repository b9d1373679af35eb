// expect: safe
// what: Extended precision: arithmetic, comparisons, conversions, all with 64 bits of significand.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    long double x = n;
    assert((int)x == n);
    assert(x + 1.0L > x);
    long double big = 9223372036854775807L;
    assert((long)big == 9223372036854775807L);
    assert(big != (long double)(double)big);
    assert(-x == 0.0L - x || n == 0);
    return 0;
}
