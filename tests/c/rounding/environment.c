// expect: safe
// what: The direction is part of the environment that can be saved, restored and set to the usual one.
#include <assert.h>
#include <fenv.h>

int main(void) {
    volatile float one = 1, three = 3;
    fenv_t saved;
    fesetround(FE_UPWARD);
    assert(feholdexcept(&saved) == 0 && fegetround() == FE_UPWARD);
    fesetround(FE_DOWNWARD);
    assert(one / three == 0x1.555554p-2f);
    fesetenv(&saved);
    assert(one / three == 0x1.555556p-2f && fegetround() == FE_UPWARD);
    fesetenv(FE_DFL_ENV);
    assert(fegetround() == FE_TONEAREST);
    assert(feupdateenv(&saved) == 0 && fegetround() == FE_UPWARD);
    return 0;
}
