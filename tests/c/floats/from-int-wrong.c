// expect: violated
// property: assertion
// line: 13
// what: A float has 24 digits, an int up to 31.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n > 1000000000)
        return 0;
    float f = n;
    assert((int)f == n);
    return 0;
}
