// expect: safe
// what: The highest one stands where the leading zeros end.
#include <assert.h>
unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned int x = __VERIFIER_nondet_uint();
    if (x != 0) {
        int top = 31 - __builtin_clz(x);
        assert(top >= 0 && x >> top == 1);
    }
    assert(__builtin_clzl(1) == 63);
    return 0;
}
