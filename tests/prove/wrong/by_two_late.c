// expect: bounded-safe
// what: The same, so late that no bound is deep enough.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
int main(void) {
    unsigned x = 0;
    while (nondet_int()) { x += 2; if (x == 100000) x++; }
    assert(x % 2 == 0);
}
