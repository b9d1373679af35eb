// expect: unknown
// what: A function that reads its variable arguments.
#include <assert.h>
#include <stdarg.h>

static int sum(int n, ...) {
    va_list args;
    va_start(args, n);
    int total = 0;
    for (int i = 0; i < n; i++)
        total += va_arg(args, int);
    va_end(args);
    return total;
}

int main(void) {
    assert(sum(3, 1, 2, 3) == 6);
    return 0;
}
