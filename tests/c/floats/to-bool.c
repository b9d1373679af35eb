// expect: safe
// what: Conversion to _Bool compares, conversion to int truncates.
#include <assert.h>
double __VERIFIER_nondet_double(void);

int main(void) {
    double x = __VERIFIER_nondet_double();
    _Bool half = 0.5, b = x;
    assert(half == 1 && (int)0.5 == 0);
    assert(b == (x != 0));
    return 0;
}
