// expect: safe
// what: A chain of ?: groups to the right.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    int sign = x < 0 ? -1 : x == 0 ? 0 : 1;
    assert(sign >= -1 && sign <= 1);
    assert((sign == 0) == (x == 0));
    assert((sign > 0) == (x > 0));
    return 0;
}
