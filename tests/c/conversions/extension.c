// expect: safe
// what: Signed types are extended with their sign, unsigned ones with zero.
#include <assert.h>
signed char __VERIFIER_nondet_schar(void);

int main(void) {
    signed char s = __VERIFIER_nondet_schar();
    long wide = s;
    assert(wide >= -128 && wide <= 127);
    unsigned long bits = s;
    assert((long)bits == wide);
    unsigned char u = (unsigned char)s;
    long zero = u;
    assert(zero >= 0 && zero <= 255);
    assert(s < 0 ? zero == wide + 256 : zero == wide);
    return 0;
}
