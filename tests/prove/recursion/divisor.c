// expect: safe
// what: The greatest common divisor is never zero if one of both is not, so that it can be divided by.
#include <assert.h>
unsigned nondet_uint(void);
static unsigned gcd(unsigned a, unsigned b) {
    if (b == 0)
        return a;
    return gcd(b, a % b);
}
int main(void) {
    unsigned a = nondet_uint(), b = nondet_uint();
    if (a == 0 || b == 0)
        return 0;
    assert(1000 / gcd(a, b) <= 1000);
    return 0;
}
