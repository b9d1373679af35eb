// expect: safe
// what: Right shift of a negative value is arithmetic, of an unsigned one logical.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    int half = x >> 1;
    assert((x < 0) == (half < 0));
    unsigned int u = (unsigned int)x;
    assert((u >> 31) == (x < 0));
    assert(-8 >> 1 == -4);
    assert(0x80000000u >> 31 == 1);
    return 0;
}
