// expect: safe
// what: Euclid's algorithm on small numbers.
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned int a = __VERIFIER_nondet_uchar() & 15, b = __VERIFIER_nondet_uchar() & 15;
    if (a == 0 || b == 0)
        return 0;
    unsigned int x = a, y = b;
    while (y != 0) {
        unsigned int r = x % y;
        x = y;
        y = r;
    }
    assert(x >= 1);
    assert(a % x == 0 && b % x == 0);
    return 0;
}
