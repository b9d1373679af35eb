// expect: violated
// property: bounds
// line: 12
// options: --only-check bounds
// what: With --only-check, other faults are not looked for.
#include <assert.h>
unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    int a[2] = {1, 2};
    unsigned int i = __VERIFIER_nondet_uint() & 3;
    return a[i];
}
