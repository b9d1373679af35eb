// expect: violated
// property: assertion
// line: 11
// what: An assumption says nothing about what happened before it.
#include <assert.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

int main(void) {
    int x = __VERIFIER_nondet_int();
    assert(x != 3);
    __VERIFIER_assume(x != 3);
    return 0;
}
