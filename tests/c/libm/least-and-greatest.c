// expect: safe
// what: fmin and fmax ignore what is not a number.
#include <assert.h>
#include <math.h>
double __VERIFIER_nondet_double(void);

int main(void) {
    double x = __VERIFIER_nondet_double(), y = __VERIFIER_nondet_double();
    assert(fmax(NAN, 2) == 2 && fmin(3, NAN) == 3);
    if (!isnan(x) && !isnan(y)) {
        assert(fmin(x, y) <= fmax(x, y));
        assert(fmin(x, y) == x || fmin(x, y) == y);
    }
    return 0;
}
