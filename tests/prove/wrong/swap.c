// expect: violated
// property: assertion
// line: 11
// what: The swap forgets.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
int main(void) {
    int a = 3, b = 4;
    while (nondet_int()) { a = b; b = a; }
    assert(a + b == 7);
}
