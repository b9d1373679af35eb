// expect: safe
// what: A pointer that depends on an input.
#include <assert.h>
_Bool __VERIFIER_nondet_bool(void);

int main(void) {
    int a = 1, b = 2;
    _Bool first = __VERIFIER_nondet_bool();
    int *p = first ? &a : &b;
    *p = 10;
    assert(a + b == (first ? 12 : 11));
    assert((p == &a) == first);
    return 0;
}
