// expect: violated
// property: assertion
// line: 14
// what: Odd numbers above 2^24 have no float.
#include <assert.h>
#include <fenv.h>
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int n = 16777216 + __VERIFIER_nondet_uchar() % 8;
    fesetround(FE_UPWARD);
    float x = n;
    int back = (int)x;
    assert(back <= n);
    return 0;
}
