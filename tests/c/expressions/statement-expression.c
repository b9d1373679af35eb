// expect: safe
// what: The GNU statement expression.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    int max = ({
        int x = a, y = b;
        x > y ? x : y;
    });
    assert(max >= a && max >= b);
    return 0;
}
