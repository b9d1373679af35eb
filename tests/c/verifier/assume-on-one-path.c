// expect: violated
// property: assertion
// line: 13
// what: An assumption on one path leaves the other one free.
#include <assert.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x > 100)
        __VERIFIER_assume(x == 200);
    assert(x == 200);
    return 0;
}
