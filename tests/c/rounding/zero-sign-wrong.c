// expect: violated
// property: assertion
// line: 13
// what: Nothing is not always positive.
#include <assert.h>
#include <fenv.h>
#include <math.h>
signed char __VERIFIER_nondet_schar(void);

int main(void) {
    float x = __VERIFIER_nondet_schar(), y = __VERIFIER_nondet_schar();
    fesetround(FE_DOWNWARD);
    assert(x != y || !signbit(x - y));
    return 0;
}
