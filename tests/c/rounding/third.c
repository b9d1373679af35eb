// expect: safe
// what: A third is rounded as the direction says, also where constants are divided.
#include <assert.h>
#include <fenv.h>

int main(void) {
    float one = 1, three = 3;
    float nearest = one / three;
    assert(fesetround(FE_DOWNWARD) == 0 && fegetround() == FE_DOWNWARD);
    float below = one / three, minus_below = -one / three;
    assert(below == 1.0f / 3.0f);
    assert(fesetround(FE_UPWARD) == 0 && fegetround() == FE_UPWARD);
    float above = one / three, minus_above = -one / three;
    assert(fesetround(FE_TOWARDZERO) == 0 && fegetround() == FE_TOWARDZERO);
    float inside = one / three, minus_inside = -one / three;
    assert(fesetround(FE_TONEAREST) == 0 && fegetround() == FE_TONEAREST);
    assert(below < above && below == 0x1.555554p-2f && above == 0x1.555556p-2f && nearest == above);
    assert(minus_below == -above && minus_above == -below);
    assert(inside == below && minus_inside == -below);
    return 0;
}
