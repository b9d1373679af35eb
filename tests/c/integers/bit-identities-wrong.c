// expect: violated
// property: assertion
// line: 11
// what: Xor adds only where no bit is carried.
#include <assert.h>
unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned int a = __VERIFIER_nondet_uint() & 0xf0u;
    unsigned int b = __VERIFIER_nondet_uint() & 0x1fu;
    assert((a ^ b) == a + b);
    return 0;
}
