// expect: safe
// what: What is left of equal numbers is -0 only if numbers are rounded down.
#include <assert.h>
#include <fenv.h>
#include <math.h>
signed char __VERIFIER_nondet_schar(void);

int main(void) {
    double x = __VERIFIER_nondet_schar(), zero = 0;
    fesetround(FE_DOWNWARD);
    assert(signbit(x - x) && signbit(zero + -zero) && !signbit(zero + zero));
    fesetround(FE_UPWARD);
    assert(!signbit(x - x) && !signbit(zero + -zero));
    fesetround(FE_TOWARDZERO);
    assert(!signbit(x - x) && signbit(-zero - zero));
    return 0;
}
