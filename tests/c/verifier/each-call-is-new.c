// expect: violated
// property: assertion
// line: 11
// what: Two calls give two independent values.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int();
    int b = __VERIFIER_nondet_int();
    assert(a == b);
    return 0;
}
