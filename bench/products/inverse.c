// expect: violated
// what: Two numbers with a given sum and greatest common divisor, or least common multiple.
#include <assert.h>
unsigned nondet_uint(void);

#ifndef SUM
#define SUM 21
#define GCD 3
#endif

static unsigned gcd(unsigned a, unsigned b) {
    while (b) {
        unsigned rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

int main(void) {
    unsigned x = nondet_uint(), y = nondet_uint();
    if (x == 0 || y == 0 || x > SUM || y > SUM || x + y != SUM)
        return 0;
#ifdef GCD
    assert(gcd(x, y) != GCD);
#else
    assert(x / gcd(x, y) * y != LCM);
#endif
    return 0;
}
