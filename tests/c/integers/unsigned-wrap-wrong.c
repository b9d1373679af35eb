// expect: violated
// property: assertion
// line: 12
// what: A sum of unsigned values need not be larger than its parts.
#include <assert.h>
unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned int a = __VERIFIER_nondet_uint();
    unsigned int b = __VERIFIER_nondet_uint();
    unsigned int sum = a + b;
    assert(sum >= a);
    return 0;
}
