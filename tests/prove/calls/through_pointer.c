// expect: safe
// what: A function changes what it is given the address of.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
static void advance(unsigned *at, unsigned size) { *at = *at + 1 < size ? *at + 1 : 0; }
int a[7];
int main(void) {
    unsigned at = 0;
    while (nondet_int()) { a[at] = 1; advance(&at, 7); }
    assert(at < 7);
}
