// expect: violated
// property: overflow
// line: 13
// what: The sum of what was passed is too large.
#include <stdarg.h>
int __VERIFIER_nondet_int(void);

static int sum(int count, ...) {
    va_list rest;
    int total = 0;
    va_start(rest, count);
    while (count-- > 0)
        total += va_arg(rest, int);
    va_end(rest);
    return total;
}

int main(void) {
    return sum(2, __VERIFIER_nondet_int(), 2000000000) == 0;
}
