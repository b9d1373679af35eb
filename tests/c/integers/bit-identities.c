// expect: safe
// what: Laws of and, or, xor and complement.
#include <assert.h>
unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned int a = __VERIFIER_nondet_uint();
    unsigned int b = __VERIFIER_nondet_uint();
    assert((a ^ b) == ((a | b) & ~(a & b)));
    assert(~(a & b) == (~a | ~b));
    assert(a + b == (a ^ b) + ((a & b) << 1));
    assert((a & -a & (a - 1)) == 0);
    assert(-a == ~a + 1);
    return 0;
}
