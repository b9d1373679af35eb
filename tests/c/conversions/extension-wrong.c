// expect: violated
// property: assertion
// line: 11
// what: A negative char widened to unsigned becomes huge.
#include <assert.h>
signed char __VERIFIER_nondet_schar(void);

int main(void) {
    signed char s = __VERIFIER_nondet_schar();
    unsigned int wide = s;
    assert(wide < 256);
    return 0;
}
