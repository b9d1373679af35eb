// expect: violated
// property: assertion
// line: 10
// what: A product of complex numbers can be what it should not be.
#include <assert.h>
#include <complex.h>
int nondet_int(void);
int main(void) {
    double complex z = (nondet_int() % 8 + 2 * I) * (1 + I);
    assert(creal(z) != 3);
    return 0;
}
