// expect: safe
// what: A sum that is rounded down and one that is rounded up enclose the exact one.
#include <assert.h>
#include <fenv.h>
unsigned char __VERIFIER_nondet_uchar(void);

struct interval {
    float low, high;
};

static struct interval sum(float x, float y) {
    struct interval result;
    fesetround(FE_DOWNWARD);
    result.low = x + y;
    fesetround(FE_UPWARD);
    result.high = x + y;
    fesetround(FE_TONEAREST);
    return result;
}

int main(void) {
    float large = 16777216.0f, small = __VERIFIER_nondet_uchar();
    struct interval result = sum(large, small);
    double exact = (double)large + small;
    assert(result.low <= exact && exact <= result.high);
    assert(result.high - result.low <= 2);
    assert(fegetround() == FE_TONEAREST);
    return 0;
}
