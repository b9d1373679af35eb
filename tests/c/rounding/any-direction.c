// expect: safe
// what: Whatever the direction is, a product has one of two neighbours; what is no direction changes nothing.
#include <assert.h>
#include <fenv.h>
int __VERIFIER_nondet_int(void);
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int direction = __VERIFIER_nondet_int();
    int refused = fesetround(direction);
    assert(refused == 0 ? fegetround() == direction : fegetround() == FE_TONEAREST);
    assert((refused != 0) == (direction != FE_TONEAREST && direction != FE_DOWNWARD && direction != FE_UPWARD && direction != FE_TOWARDZERO));
    float tenth = 0.1f, x = __VERIFIER_nondet_uchar() % 16;
    float product = tenth * x;
    fesetround(FE_DOWNWARD);
    float below = tenth * x;
    fesetround(FE_UPWARD);
    float above = tenth * x;
    assert(product == below || product == above);
    return 0;
}
