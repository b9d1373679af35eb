// expect: safe
// what: floor is below its argument and not far from it.
#include <assert.h>
#include <math.h>
float __VERIFIER_nondet_float(void);

int main(void) {
    float x = __VERIFIER_nondet_float();
    if (isnan(x) || isinf(x))
        return 0;
    assert(floorf(x) <= x);
    assert(x <= ceilf(x));
    assert(fabsf(truncf(x)) <= fabsf(x));
    if (x > -1000 && x < 1000)
        assert(x - floorf(x) <= 1);
    return 0;
}
