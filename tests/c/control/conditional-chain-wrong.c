// expect: violated
// property: assertion
// line: 11
// what: Zero falls into the wrong arm.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    int sign = x <= 0 ? -1 : x == 0 ? 0 : 1;
    assert(x != 0 || sign == 0);
    return 0;
}
