// expect: violated
// property: assertion
// line: 10
// what: Shifting right is not the same as dividing by two.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    assert(x >> 1 == x / 2);
    return 0;
}
