// expect: safe
// what: Runs that break an assumption do not count.
#include <assert.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

int main(void) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x > 0 && x < 1000);
    assert(x * x >= x);
    return 0;
}
