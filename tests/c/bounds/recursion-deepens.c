// expect: safe
// what: The same recursion, as deep as it goes.
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);

static int depth(unsigned int n) { return n == 0 ? 0 : 1 + depth(n - 1); }

int main(void) {
    unsigned int n = __VERIFIER_nondet_uchar() & 15;
    assert(depth(n) == (int)n);
    return 0;
}
