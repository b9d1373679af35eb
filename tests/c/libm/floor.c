// expect: safe
// what: floor is below its argument and not far from it.
#include <assert.h>
#include <math.h>
double __VERIFIER_nondet_double(void);

int main(void) {
    double x = __VERIFIER_nondet_double();
    if (isnan(x) || isinf(x))
        return 0;
    assert(floor(x) <= x);
    assert(x <= ceil(x));
    assert(fabs(trunc(x)) <= fabs(x));
    if (x > -1e6 && x < 1e6)
        assert(x - floor(x) <= 1);
    return 0;
}
