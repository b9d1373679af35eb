// expect: violated
// property: assertion
// line: 10
// what: Two names for one number.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
int main(void) {
    int a = 0, b = 0, *p = nondet_int() ? &a : &b;
    while (nondet_int()) { (*p)++; assert(a == 0 || nondet_int() != 9); if (*p > 5) *p = 0; }
}
