// expect: safe
// what: One number is twice the other.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
int main(void) {
    unsigned x = 0, y = 0, n = nondet_uint();
    for (unsigned i = 0; i < n; i++) { x += 2; y++; }
    assert(x == 2 * y);
}
