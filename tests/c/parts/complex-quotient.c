// expect: unknown
// native: skip (compilers differ)
// what: How complex numbers are divided is the compiler's business.
#include <assert.h>
#include <complex.h>
int main(void) {
    double complex z = (1 + 2 * I) / (3 + 4 * I);
    assert(creal(z) == 0.44);
    return 0;
}
