// expect: violated
// property: assertion
// line: 14
// what: rint is not the nearest whole number in every direction.
#include <assert.h>
#include <fenv.h>
#include <math.h>
signed char __VERIFIER_nondet_schar(void);

int main(void) {
    float x = __VERIFIER_nondet_schar() / 4.0f;
    fesetround(FE_TOWARDZERO);
    float whole = rintf(x);
    assert(whole - x <= 0.5f && x - whole <= 0.5f);
    return 0;
}
