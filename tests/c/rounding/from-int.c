// expect: safe
// what: Integers that a number cannot hold are rounded, too; conversions to integers cut off.
#include <assert.h>
#include <fenv.h>
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int n = 16777216 + __VERIFIER_nondet_uchar();
    unsigned long most = ~0UL;
    long least = -9007199254740993;
    fesetround(FE_DOWNWARD);
    float low = n;
    assert(low <= n && (double)most == 0x1.fffffffffffffp63 && (double)least == -9007199254740994.0);
    assert((int)2.75f == 2 && (int)-2.75f == -2 && (float)16777217 == 16777216.0f);
    fesetround(FE_UPWARD);
    float high = n;
    assert((double)most == 0x1p64 && (float)least == -0x1p53f && (float)16777217 == 16777218.0f);
    fesetround(FE_TONEAREST);
    assert((double)low <= n && n <= (double)high && high - low <= 2);
    return 0;
}
