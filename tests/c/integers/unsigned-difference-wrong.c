// expect: violated
// property: assertion
// line: 12
// what: Without testing the order first, the difference wraps.
#include <assert.h>
unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned int a = __VERIFIER_nondet_uint();
    unsigned int b = __VERIFIER_nondet_uint();
    unsigned int gap = a - b;
    assert(gap <= a);
    return 0;
}
