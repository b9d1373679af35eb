// expect: violated
// property: assertion
// line: 14
// what: A rounded root is not exact.
#include <assert.h>
#include <math.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 3)
        return 0;
    double r = sqrt(n);
    assert(r * r == n);
    return 0;
}
