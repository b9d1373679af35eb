// expect: safe
// what: floor, ceil, trunc, round and rint of exact values.
#include <assert.h>
#include <math.h>

int main(void) {
    assert(floor(2.5) == 2 && floor(-2.5) == -3 && ceil(2.5) == 3 && ceil(-2.5) == -2);
    assert(trunc(2.9) == 2 && trunc(-2.9) == -2 && round(2.5) == 3 && round(-2.5) == -3 && round(0.49999999999999994) == 0);
    assert(rint(2.5) == 2 && rint(3.5) == 4 && nearbyint(-0.5) == 0);
    assert(signbit(ceil(-0.5)) && signbit(trunc(-0.9)));
    assert(lround(-7.5) == -8 && floorf(1.75f) == 1);
    return 0;
}
