// expect: safe
// cbmc: --unwind 16
// what: Concrete recursion with two calls, against a loop.
#include <assert.h>

static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }

int main(void) {
    int a = 0, b = 1;
    for (int i = 0; i < 12; i++) {
        int t = a + b;
        a = b;
        b = t;
    }
    assert(fib(12) == a);
    return 0;
}
