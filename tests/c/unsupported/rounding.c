// expect: unknown
// what: Another way of rounding is not modelled.
#include <assert.h>
#include <fenv.h>

int main(void) {
    volatile double x = 1, y = 3;
    fesetround(FE_UPWARD);
    double z = x / y;
    assert(z == 0.33333333333333331);
    return 0;
}
