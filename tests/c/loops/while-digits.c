// expect: safe
// what: Counting decimal digits.
#include <assert.h>
unsigned short __VERIFIER_nondet_ushort(void);

int main(void) {
    unsigned short x = __VERIFIER_nondet_ushort();
    unsigned short rest = x;
    int digits = 1;
    while (rest >= 10) {
        rest /= 10;
        digits++;
    }
    assert(digits >= 1 && digits <= 5);
    assert((digits == 1) == (x < 10));
    assert((digits == 5) == (x >= 10000));
    return 0;
}
