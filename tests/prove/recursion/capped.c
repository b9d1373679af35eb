// expect: safe
// what: Two calls in one, each capped: the sum fits.
#include <assert.h>
unsigned nondet_uint(void);
static int pairs(unsigned n) {
    if (n < 2)
        return (int)n;
    int a = pairs(n - 1), b = pairs(n - 2);
    return a > 1000 || b > 1000 ? 1000 : a + b;
}
int main(void) {
    int found = pairs(nondet_uint());
    assert(found >= 0 && found <= 2000);
    return 0;
}
