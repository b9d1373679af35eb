// expect: safe
// what: Recursion with a known depth.
#include <assert.h>

static unsigned int factorial(unsigned int n) { return n == 0 ? 1 : n * factorial(n - 1); }

int main(void) {
    assert(factorial(0) == 1);
    assert(factorial(5) == 120);
    assert(factorial(10) == 3628800);
    return 0;
}
