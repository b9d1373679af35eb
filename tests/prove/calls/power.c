// expect: safe
// what: Powers of two, until they are large.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
int main(void) {
    int x = 1, n = 0;
    while (nondet_int() && x < 1000000) { x *= 2; n++; }
    assert(x >= 1);
    assert(x <= 2000000);
}
