// expect: violated
// property: assertion
// line: 11
// what: Sums depend on the order of additions.
#include <assert.h>
signed char __VERIFIER_nondet_schar(void);

int main(void) {
    float a = 1e20f, b = -1e20f, c = __VERIFIER_nondet_schar();
    float left = (a + b) + c, right = a + (b + c);
    assert(left == right);
    return 0;
}
