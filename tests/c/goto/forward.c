// expect: safe
// what: A forward goto to common clean-up code.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int();
    int b = __VERIFIER_nondet_int();
    int held = 0, result = -1;
    held++;
    if (a < 0)
        goto release_first;
    held++;
    if (b < 0)
        goto release_both;
    result = 0;
release_both:
    held--;
release_first:
    held--;
    assert(held == 0);
    assert((result == 0) == (a >= 0 && b >= 0));
    return 0;
}
