// expect: safe
// what: rint, nearbyint and lrint round as the direction says, round and floor do not.
#include <assert.h>
#include <fenv.h>
#include <math.h>

int main(void) {
    volatile double x = 2.5, y = -2.5;
    volatile float f = 0.25f;
    volatile long double l = 7.5L;
    assert(rint(x) == 2 && rint(y) == -2 && lrint(x) == 2 && rintf(f) == 0 && rintl(l) == 8);
    fesetround(FE_DOWNWARD);
    assert(rint(x) == 2 && rint(y) == -3 && lrint(y) == -3 && rintf(-f) == -1 && nearbyintl(l) == 7);
    assert(round(x) == 3 && round(y) == -3 && ceil(x) == 3 && trunc(y) == -2);
    fesetround(FE_UPWARD);
    assert(nearbyint(x) == 3 && rint(y) == -2 && llrint(x) == 3 && rintf(f) == 1 && rintl(-l) == -7);
    assert(floor(x) == 2 && round(x) == 3 && signbit(rintf(-f)));
    fesetround(FE_TOWARDZERO);
    assert(rint(x) == 2 && nearbyint(y) == -2 && lrint(y) == -2 && rintf(f) == 0 && rintl(l) == 7);
    return 0;
}
