// expect: violated
// what: The product of two primes, to be found again.
#include <assert.h>
unsigned nondet_uint(void);

int main(void) {
    unsigned p = nondet_uint(), q = nondet_uint();
    if (p < 2 || q < 2 || p > 65535 || q > 65535)
        return 0;
    assert(p * q != 1021u * 2039u);
    return 0;
}
