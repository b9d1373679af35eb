// expect: safe
// what: The product of two bytes fits.
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar();
    int area = a * b;
    assert(area >= 0 && area <= 65025);
    return 0;
}
