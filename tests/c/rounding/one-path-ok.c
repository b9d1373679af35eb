// expect: safe
// what: Every path goes back to the direction that was there before.
#include <assert.h>
#include <fenv.h>
unsigned char __VERIFIER_nondet_uchar(void);

static float half_above(float x) {
    int before = fegetround();
    fesetround(FE_UPWARD);
    float result = x > 200 ? 100 : x / 2;
    fesetround(before);
    return result;
}

int main(void) {
    float x = __VERIFIER_nondet_uchar(), half = half_above(x), large = 0x1p24f;
    assert(large + half / 256 == large);
    return 0;
}
