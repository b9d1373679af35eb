// expect: violated
// property: assertion
// line: 20
// what: A callee leaves another direction behind, on one path.
#include <assert.h>
#include <fenv.h>
unsigned char __VERIFIER_nondet_uchar(void);

static float half_above(float x) {
    fesetround(FE_UPWARD);
    if (x > 200)
        return 100;
    float result = x / 2;
    fesetround(FE_TONEAREST);
    return result;
}

int main(void) {
    float x = __VERIFIER_nondet_uchar(), half = half_above(x), large = 0x1p24f;
    assert(large + half / 256 == large);
    return 0;
}
