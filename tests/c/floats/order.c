// expect: safe
// what: Comparison is an order on numbers.
#include <assert.h>
double __VERIFIER_nondet_double(void);

int main(void) {
    double a = __VERIFIER_nondet_double(), b = __VERIFIER_nondet_double(), c = __VERIFIER_nondet_double();
    if (a <= b && b <= c)
        assert(a <= c && !(c < a));
    if (a == a && b == b)
        assert(a < b || a == b || b < a);
    return 0;
}
