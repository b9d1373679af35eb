// expect: violated
// property: assertion
// line: 19
// what: A char is promoted with its sign.
#include <assert.h>
#include <stdarg.h>
char __VERIFIER_nondet_char(void);

static int first_of(int count, ...) {
    va_list rest;
    va_start(rest, count);
    int result = va_arg(rest, int);
    va_end(rest);
    return result;
}

int main(void) {
    char c = __VERIFIER_nondet_char();
    assert(first_of(1, c) >= 0);
    return 0;
}
