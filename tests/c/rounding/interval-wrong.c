// expect: violated
// property: assertion
// line: 17
// what: The upper bound is computed in the direction of the lower one.
#include <assert.h>
#include <fenv.h>
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    float large = 16777216.0f, small = __VERIFIER_nondet_uchar();
    fesetround(FE_DOWNWARD);
    float low = large + small;
    float high = large + small;
    fesetround(FE_TONEAREST);
    double exact = (double)large + small;
    assert(low <= exact);
    assert(exact <= high);
    return 0;
}
