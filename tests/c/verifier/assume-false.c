// expect: safe
// what: After an assumption that cannot hold, nothing is reached.
#include <assert.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

int main(void) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x > 5);
    __VERIFIER_assume(x < 5);
    assert(0);
    return 0;
}
