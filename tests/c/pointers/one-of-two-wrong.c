// expect: violated
// property: assertion
// line: 12
// what: It is forgotten that the pointer may point to the other one.
#include <assert.h>
_Bool __VERIFIER_nondet_bool(void);

int main(void) {
    int a = 1, b = 2;
    int *p = __VERIFIER_nondet_bool() ? &a : &b;
    *p = 10;
    assert(a == 10);
    return 0;
}
