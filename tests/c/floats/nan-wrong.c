// expect: violated
// property: assertion
// line: 12
// what: A number divided by itself is one, unless it is zero.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    double d = n;
    double ratio = d / d;
    assert(ratio == 1.0);
    return 0;
}
