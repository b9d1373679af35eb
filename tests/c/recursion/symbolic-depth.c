// expect: safe
// what: Recursion whose depth depends on an input.
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);

static unsigned int sum_to(unsigned int n) {
    if (n == 0)
        return 0;
    return n + sum_to(n - 1);
}

int main(void) {
    unsigned int n = __VERIFIER_nondet_uchar() & 7;
    assert(sum_to(n) == n * (n + 1) / 2);
    return 0;
}
