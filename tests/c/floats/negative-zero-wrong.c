// expect: violated
// property: assertion
// line: 11
// what: Zero times a negative number is minus zero.
#include <assert.h>
signed char __VERIFIER_nondet_schar(void);

int main(void) {
    signed char n = __VERIFIER_nondet_schar();
    double product = 0.0 * n;
    assert(1 / product > 0);
    return 0;
}
