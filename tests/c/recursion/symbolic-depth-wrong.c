// expect: violated
// property: assertion
// line: 16
// what: A base case that returns the wrong thing.
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);

static unsigned int sum_to(unsigned int n) {
    if (n <= 1)
        return 1;
    return n + sum_to(n - 1);
}

int main(void) {
    unsigned int n = __VERIFIER_nondet_uchar() & 7;
    assert(sum_to(n) == n * (n + 1) / 2);
    return 0;
}
