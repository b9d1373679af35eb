// expect: safe
// what: An else belongs to the nearest if.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int();
    int b = __VERIFIER_nondet_int();
    int r = 0;
    if (a > 0)
        if (b > 0)
            r = 1;
        else
            r = 2;
    assert(a > 0 || r == 0);
    assert(!(a > 0 && b <= 0) || r == 2);
    return 0;
}
