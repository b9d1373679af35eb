// expect: violated
// property: assertion
// line: 11
// what: An odd number comes in between.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
int main(void) {
    unsigned x = 0;
    while (nondet_int()) { x += 2; if (x == 10) x++; }
    assert(x % 2 == 0);
}
