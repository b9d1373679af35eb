// expect: safe
// what: Taking away the lowest one leaves one less.
#include <assert.h>
unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned int x = __VERIFIER_nondet_uint() & 0xffff00u;
    if (x != 0)
        assert(__builtin_popcount(x) == __builtin_popcount(x & (x - 1)) + 1);
    assert(__builtin_popcountll(-1ll) == 64 && __builtin_popcount(0) == 0);
    assert(__builtin_parity(7) == 1 && __builtin_parity(5) == 0);
    return 0;
}
