// expect: safe
// what: fabs, copysign, signbit and the classes.
#include <assert.h>
#include <math.h>
double __VERIFIER_nondet_double(void);

int main(void) {
    double x = __VERIFIER_nondet_double();
    assert(isnan(x) || fabs(x) >= 0);
    assert(!signbit(fabs(x)));
    assert(signbit(copysign(x, -1.0)));
    assert(isnan(x) + (isinf(x) != 0) + (isfinite(x) != 0) == 1 || isnan(x));
    assert(isnan(NAN) && isinf(-INFINITY) && isfinite(1e308) && !isnormal(1e-310));
    assert(fabs(-0.0) == 0 && copysign(3, -0.0) == -3);
    return 0;
}
