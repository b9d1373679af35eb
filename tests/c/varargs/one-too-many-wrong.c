// expect: violated
// property: out-of-object
// line: 12
// native: skip (gcc's sanitizer does not see it)
// what: The callee reads an argument that was not passed.
#include <stdarg.h>

static int second(int count, ...) {
    va_list rest;
    va_start(rest, count);
    va_arg(rest, int);
    int result = va_arg(rest, int);
    va_end(rest);
    return result;
}

int main(void) {
    return second(1, 5) == 0;
}
