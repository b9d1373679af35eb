// expect: safe
// what: Only the chosen arm of ?: takes effect.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    int left = 0, right = 0;
    int r = x > 0 ? (left++, 1) : (right++, 2);
    assert(left + right == 1);
    assert(r == (x > 0 ? 1 : 2) && left == (r == 1));
    int y = x ?: 7;
    assert(y != 0);
    return 0;
}
