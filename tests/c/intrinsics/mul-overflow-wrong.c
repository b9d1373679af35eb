// expect: violated
// property: assertion
// line: 12
// what: An unsigned product may be negative in truth.
#include <assert.h>
signed char __VERIFIER_nondet_schar(void);

int main(void) {
    signed char a = __VERIFIER_nondet_schar();
    unsigned char b = 2;
    unsigned int product;
    assert(!__builtin_mul_overflow(a, b, &product));
    return 0;
}
