// expect: safe
// what: Roots have bounds, too.
#include <assert.h>
#include <fenv.h>
#include <math.h>

int main(void) {
    volatile float two = 2;
    volatile double three = 3, four = 4;
    volatile long double five = 5;
    fesetround(FE_DOWNWARD);
    float low = sqrtf(two);
    double below = sqrt(three);
    long double under = sqrtl(five);
    assert(sqrt(four) == 2);
    fesetround(FE_UPWARD);
    float high = sqrtf(two);
    double above = sqrt(three);
    long double over = sqrtl(five);
    assert(sqrt(four) == 2);
    fesetround(FE_TONEAREST);
    assert(low == 0x1.6a09e6p0f && high == 0x1.6a09e8p0f);
    assert(below == 0x1.bb67ae8584caap0 && above == 0x1.bb67ae8584cabp0);
    assert(under < over && over - under == 0x1p-62L);
    return 0;
}
