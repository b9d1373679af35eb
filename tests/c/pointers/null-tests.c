// expect: safe
// what: A null pointer in conditions.
#include <assert.h>
_Bool __VERIFIER_nondet_bool(void);

int main(void) {
    int x = 3;
    int *p = __VERIFIER_nondet_bool() ? &x : 0;
    int seen = 0;
    if (p && *p == 3)
        seen = 1;
    assert(seen == (p != 0));
    assert(!p == (p == (void *)0));
    int value = p ? *p : -1;
    assert(value == 3 || value == -1);
    return 0;
}
