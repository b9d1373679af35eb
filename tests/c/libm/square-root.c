// expect: safe
// what: sqrt of exact values.
#include <assert.h>
#include <math.h>

int main(void) {
    assert(sqrt(0) == 0 && sqrt(1) == 1 && sqrt(144) == 12 && sqrt(0.25) == 0.5);
    assert(sqrt(2) == 1.4142135623730951 && isnan(sqrt(-1)) && isinf(sqrt(INFINITY)));
    assert(sqrtf(2) == 1.41421354f);
    return 0;
}
