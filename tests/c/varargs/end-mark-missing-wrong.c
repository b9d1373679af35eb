// expect: violated
// property: out-of-object
// line: 12
// native: skip (gcc's sanitizer does not see it)
// what: Nothing ends the arguments.
#include <stdarg.h>

static int sum(int first, ...) {
    va_list rest;
    va_start(rest, first);
    int total = first, x;
    while ((x = va_arg(rest, int)) != -1)
        total += x;
    va_end(rest);
    return total;
}

int main(void) {
    return sum(1, 2, 3) == 6;
}
