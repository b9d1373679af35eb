// expect: safe
// cbmc: --unwind 65
// what: Euclid's algorithm on six-bit numbers against trial division.
#include <assert.h>
unsigned char nondet_uchar(void);

int main(void) {
    unsigned int a = nondet_uchar() % 31 + 1, b = nondet_uchar() % 31 + 1;
    unsigned int x = a, y = b;
    while (y != 0) {
        unsigned int r = x % y;
        x = y;
        y = r;
    }
    assert(a % x == 0 && b % x == 0);
    for (unsigned int d = x + 1; d <= 31; d++)
        assert(a % d != 0 || b % d != 0);
    return 0;
}
