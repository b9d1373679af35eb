// expect: violated
// property: assertion
// line: 15
// what: Zero has one digit, not none.
#include <assert.h>
unsigned short __VERIFIER_nondet_ushort(void);

int main(void) {
    unsigned short x = __VERIFIER_nondet_ushort();
    int digits = 0;
    while (x > 0) {
        x /= 10;
        digits++;
    }
    assert(digits >= 1);
    return 0;
}
