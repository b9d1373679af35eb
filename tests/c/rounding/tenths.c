// expect: safe
// what: One tenth and two tenths, in all directions.
#include <assert.h>
#include <fenv.h>

static double sum(int direction) {
    double a = 0.1, b = 0.2;
    fesetround(direction);
    double result = a + b;
    fesetround(FE_TONEAREST);
    return result;
}

int main(void) {
    assert(sum(FE_TONEAREST) == 0x1.3333333333334p-2);
    assert(sum(FE_UPWARD) == 0x1.3333333333334p-2);
    assert(sum(FE_DOWNWARD) == 0x1.3333333333333p-2);
    assert(sum(FE_TOWARDZERO) == 0x1.3333333333333p-2);
    return 0;
}
