// expect: violated
// property: assertion
// line: 13
// what: The function changes a variable of the program with each call.
#include <assert.h>
unsigned nondet_uint(void);
static unsigned calls;
static unsigned half(unsigned n) {
    calls++;
    return n < 2 ? 0 : half(n / 2) + 1;
}
int main(void) {
    assert(half(nondet_uint()) <= 31 && calls < 30);
    return 0;
}
