// expect: safe
// what: A product of two ints fits a long.
#include <assert.h>
short __VERIFIER_nondet_short(void);

int main(void) {
    short a = __VERIFIER_nondet_short();
    long wide = (long)a * 1000003;
    assert(wide <= 32767l * 1000003);
    assert(wide >= -32768l * 1000003);
    assert((wide < 0) == (a < 0));
    return 0;
}
