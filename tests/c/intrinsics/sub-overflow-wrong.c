// expect: violated
// property: assertion
// line: 11
// what: A difference of bytes needs nine bits.
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar();
    signed char difference;
    assert(!__builtin_sub_overflow(a, b, &difference));
    return 0;
}
