// expect: safe
// what: A number that is halved does not grow.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
int main(void) {
    unsigned n = nondet_uint(), m = n;
    while (m > 1) m /= 2;
    assert(m <= n);
    assert(m <= 1);
}
