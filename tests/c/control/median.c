// expect: safe
// what: The median of three by comparisons.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), z = __VERIFIER_nondet_int();
    int m = z;
    if (y < z) {
        if (x < y)
            m = y;
        else if (x < z)
            m = x;
    } else {
        if (x > y)
            m = y;
        else if (x > z)
            m = x;
    }
    assert((m >= x) + (m >= y) + (m >= z) >= 2);
    assert((m <= x) + (m <= y) + (m <= z) >= 2);
    return 0;
}
