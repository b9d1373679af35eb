// expect: safe
// what: Complex numbers: sums, products, parts, conversions, comparison, functions.
#include <assert.h>
#include <complex.h>

static double complex turn(double complex z) { return z * I; }
struct wave { float complex at; int n; };

int nondet_int(void);

int main(void) {
    int k = nondet_int();
    if (k < -100 || k > 100)
        return 0;
    double complex z = k + 2.0 * I;
    assert(creal(z) == k && cimag(z) == 2.0);
    z = turn(z);
    assert(creal(z) == -2.0 && cimag(z) == k);
    __real__ z = 7;
    assert(z == 7 + k * I);
    assert(__imag__ ~z == -k && conj(z) == ~z);
    z *= 2;
    assert(creal(z) == 14);
    struct wave w = {1.5f + 0.5f * I, 2};
    w.at += 1;
    assert(crealf(w.at) == 2.5f && cimagf(w.at) == 0.5f);
    double x = w.at;
    assert(x == 2.5);
    double complex all[3] = {1, 2 * I, 3};
    assert(all[0] == 1 && all[1] == 2 * I && creal(all[2]) == 3);
    if (all[2] - 3)
        assert(0);
    assert(!(all[0] - 1) && (_Bool)all[1]);
    _Complex int whole = 3 + 4i;
    whole = whole * whole;
    assert(__real__ whole == -7 && __imag__ whole == 24);
    assert(sizeof z == 16 && sizeof w.at == 8);
    return 0;
}
