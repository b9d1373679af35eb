// expect: safe
// what: A result that is too large is infinite, or the largest number, as the direction says.
#include <assert.h>
#include <fenv.h>
#include <float.h>
#include <math.h>
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    float large = FLT_MAX, factor = 2 + __VERIFIER_nondet_uchar();
    double most = DBL_MAX;
    fesetround(FE_DOWNWARD);
    assert(large * factor == FLT_MAX && isinf(-large * factor) && (float)most == FLT_MAX);
    fesetround(FE_UPWARD);
    assert(isinf(large * factor) && -large * factor == -FLT_MAX && isinf((float)most));
    fesetround(FE_TOWARDZERO);
    assert(large * factor == FLT_MAX && -large * factor == -FLT_MAX && (float)-most == -FLT_MAX);
    fesetround(FE_TONEAREST);
    assert(isinf(large * factor) && isinf(-large * factor));
    return 0;
}
