// expect: safe
// what: Signed times unsigned, in a type that holds every product.
#include <assert.h>
short __VERIFIER_nondet_short(void);
unsigned short __VERIFIER_nondet_ushort(void);

int main(void) {
    short a = __VERIFIER_nondet_short();
    unsigned short b = __VERIFIER_nondet_ushort();
    int product;
    assert(!__builtin_mul_overflow(a, b, &product));
    assert(product == a * (int)b);
    return 0;
}
