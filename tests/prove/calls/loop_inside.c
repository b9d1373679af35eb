// expect: safe
// what: The loop is in a function that is called twice.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
static unsigned climb(unsigned from, unsigned to) {
    while (from < to) from++;
    return from;
}
int main(void) {
    unsigned n = nondet_uint();
    assert(climb(0, n) == n);
    assert(climb(n, n) == n);
}
