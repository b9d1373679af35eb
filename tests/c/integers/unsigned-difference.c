// expect: safe
// what: The difference of two unsigned values is exact when the order is tested first.
#include <assert.h>
unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned int a = __VERIFIER_nondet_uint();
    unsigned int b = __VERIFIER_nondet_uint();
    unsigned int gap = a > b ? a - b : b - a;
    assert(gap <= (a > b ? a : b));
    assert(a > b ? b + gap == a : a + gap == b);
    return 0;
}
