// expect: violated
// property: assertion
// line: 12
// what: The assumption leaves out one case too few.
#include <assert.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

int main(void) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x >= 0 && x < 1000);
    assert(x * x > 0);
    return 0;
}
