// expect: safe
// what: A counter stops at its limit.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
int main(void) {
    unsigned n = nondet_uint(), i = 0;
    while (i < n) i++;
    assert(i == n);
}
