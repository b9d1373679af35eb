// expect: safe
// what: sqrt of squares.
#include <assert.h>
#include <math.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 20)
        return 0;
    assert(sqrt(n * n) == n);
    return 0;
}
