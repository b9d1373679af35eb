// expect: safe
// what: Greatest common divisor by differences: both stay positive.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
int main(void) {
    int a = nondet_int(), b = nondet_int();
    if (a <= 0 || b <= 0) return 0;
    while (a != b) { if (a > b) a -= b; else b -= a; }
    assert(a > 0);
}
