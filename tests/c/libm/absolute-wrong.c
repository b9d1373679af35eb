// expect: violated
// property: assertion
// line: 14
// what: fabs of what is not a number.
#include <assert.h>
#include <math.h>
#include <string.h>
long __VERIFIER_nondet_long(void);

int main(void) {
    long bits = __VERIFIER_nondet_long();
    double x;
    memcpy(&x, &bits, sizeof x);
    assert(fabs(x) >= 0);
    return 0;
}
