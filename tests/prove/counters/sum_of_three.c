// expect: safe
// what: Three counters move together.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
int main(void) {
    unsigned a = 0, b = 0, c = 0;
    while (nondet_int()) { a++; b += 2; c += 3; }
    assert(c == a + b);
}
