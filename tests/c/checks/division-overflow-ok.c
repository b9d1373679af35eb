// expect: safe
// what: Both exceptions of division are treated.
#include <assert.h>
short __VERIFIER_nondet_short(void);

int main(void) {
    int a = __VERIFIER_nondet_short(), b = __VERIFIER_nondet_short();
    if (b == 0)
        return 0;
    int q = a / b;
    assert(q >= -32768 && q <= 32768);
    return 0;
}
