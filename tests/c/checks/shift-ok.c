// expect: safe
// what: The count is masked.
#include <assert.h>
unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned int n = __VERIFIER_nondet_uint();
    unsigned int bit = 1u << (n & 31);
    assert(bit != 0 && (bit & (bit - 1)) == 0);
    unsigned long wide = 1ul << (n % 64);
    assert(wide != 0);
    return 0;
}
