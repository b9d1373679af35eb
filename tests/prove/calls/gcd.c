// expect: safe
// what: Euclid: nothing is divided by zero.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
int main(void) {
    unsigned a = nondet_uint(), b = nondet_uint();
    while (b != 0) { unsigned t = a % b; a = b; b = t; }
    assert(b == 0);
}
