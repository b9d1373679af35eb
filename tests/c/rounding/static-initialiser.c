// expect: safe
// what: Static variables are initialised before anybody says another direction.
#include <assert.h>
#include <fenv.h>

static float third = 1.0f / 3.0f;

static float again(void) {
    static float third = 1.0f / 3.0f;
    return third;
}

int main(void) {
    fesetround(FE_DOWNWARD);
    float now = 1.0f / 3.0f;
    assert(third == again() && now < third);
    return 0;
}
