// expect: safe
// what: Operands narrower than int are promoted before arithmetic.
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char a = __VERIFIER_nondet_uchar();
    unsigned char b = __VERIFIER_nondet_uchar();
    int sum = a + b;
    assert(sum >= a && sum <= 510);
    assert(~a < 0);
    assert(a - b >= -255);
    assert(sizeof(a + b) == sizeof(int));
    return 0;
}
