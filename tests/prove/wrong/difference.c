// expect: violated
// property: assertion
// line: 11
// what: The distance changes once.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
int main(void) {
    unsigned x = nondet_uint(), y = x + 7;
    while (nondet_int()) { x += 3; y += nondet_int() == 5 ? 4 : 3; }
    assert(y - x == 7);
}
