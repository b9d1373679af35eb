// expect: safe
// what: A countdown does not go below zero.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
int main(void) {
    int n = nondet_int();
    while (n > 0) n -= 1;
    assert(n <= 0);
}
