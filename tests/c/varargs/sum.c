// expect: safe
// what: As many numbers as the first argument says.
#include <assert.h>
#include <stdarg.h>
int __VERIFIER_nondet_int(void);

static long sum(int count, ...) {
    va_list rest;
    long total = 0;
    va_start(rest, count);
    for (int i = 0; i < count; i++)
        total += va_arg(rest, int);
    va_end(rest);
    return total;
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    assert(sum(0) == 0);
    assert(sum(3, 1, 2, 3) == 6);
    assert(sum(2, x, 1) == (long)x + 1);
    return 0;
}
