// expect: violated
// property: assertion
// line: 11
// what: By way of int, the fraction is lost.
#include <assert.h>
signed char __VERIFIER_nondet_schar(void);

int main(void) {
    double x = __VERIFIER_nondet_schar() / 4.0;
    _Bool direct = x, by_int = (int)x;
    assert(direct == by_int);
    return 0;
}
