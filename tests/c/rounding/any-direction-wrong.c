// expect: violated
// property: assertion
// line: 12
// what: One tenth and two tenths are three tenths, or the next number, as the direction says.
#include <assert.h>
#include <fenv.h>
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    volatile double a = 0.1, b = 0.2;
    fesetround(__VERIFIER_nondet_uchar() << 10);
    assert(a + b == 0.30000000000000004);
    return 0;
}
