// expect: safe
// what: The lowest one stands where the trailing zeros end.
#include <assert.h>
unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned int x = __VERIFIER_nondet_uint();
    if (x != 0) {
        int low = __builtin_ctz(x);
        assert((x >> low & 1) == 1 && (x & ((1u << low) - 1)) == 0);
        assert(__builtin_ffs((int)x) == low + 1);
    }
    assert(__builtin_ctzll(1ull << 40) == 40 && __builtin_ffs(0) == 0);
    return 0;
}
