// expect: safe
// what: A variable changed through its address.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int(), y = 1;
    int *p = &x;
    *p = 5;
    assert(x == 5);
    p = &y;
    *p += 1;
    assert(x == 5 && y == 2);
    assert(&x != &y && p == &y);
    return 0;
}
