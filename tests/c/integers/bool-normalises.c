// expect: safe
// what: Conversion to _Bool gives 0 or 1, not the low bit.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    _Bool b = x;
    assert(b == 0 || b == 1);
    assert(b == (x != 0));
    _Bool even = 2;
    assert(even == 1);
    b = !b;
    assert(b == (x == 0));
    return 0;
}
