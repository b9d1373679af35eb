// expect: safe
// what: A loop made of a jump.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
int main(void) {
    unsigned i = 0, n = nondet_uint();
again:
    if (i < n) { i++; goto again; }
    assert(i == n);
}
