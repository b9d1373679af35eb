// expect: safe
// what: long double has directions as well.
#include <assert.h>
#include <fenv.h>
#include <float.h>
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    long double one = 1, three = 3, more = 1 + __VERIFIER_nondet_uchar() % 4;
    fesetround(FE_DOWNWARD);
    long double low = one / three;
    assert(0x1p64L + more / 8 == 0x1p64L && LDBL_MAX * more <= LDBL_MAX);
    double narrow = (double)low;
    fesetround(FE_UPWARD);
    long double high = one / three;
    assert(0x1p64L + more / 8 > 0x1p64L);
    double wide = (double)low;
    fesetround(FE_TONEAREST);
    assert(low < high && high - low == 0x1p-65L);
    assert(narrow == 0x1.5555555555555p-2 && wide == 0x1.5555555555556p-2);
    return 0;
}
