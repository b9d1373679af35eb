// expect: violated
// property: assertion
// line: 12
// what: Goes below zero.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
int main(void) {
    int n = nondet_int();
    if (n < 0 || n > 20) return 0;
    while (n >= 0) n--;
    assert(n == 0);
}
