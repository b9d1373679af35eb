// expect: safe
// what: Two recursive calls in one expression.
#include <assert.h>

static int fib(int n) {
    if (n < 2)
        return n;
    return fib(n - 1) + fib(n - 2);
}

int main(void) {
    assert(fib(2) == 1);
    assert(fib(9) == 34);
    return 0;
}
