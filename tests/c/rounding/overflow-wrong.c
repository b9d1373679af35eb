// expect: violated
// property: assertion
// line: 14
// what: Downwards the largest number stays where it is.
#include <assert.h>
#include <fenv.h>
#include <float.h>
#include <math.h>
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    float large = FLT_MAX;
    fesetround(__VERIFIER_nondet_uchar() % 2 ? FE_UPWARD : FE_DOWNWARD);
    assert(isinf(large + large));
    return 0;
}
