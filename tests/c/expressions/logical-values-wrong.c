// expect: violated
// property: assertion
// line: 11
// what: Bitwise and is not logical and.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    if (x && y)
        assert(x & y);
    return 0;
}
