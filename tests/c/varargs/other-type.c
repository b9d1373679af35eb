// expect: unknown
// what: An argument that is asked for with another type than it has.
#include <assert.h>
#include <stdarg.h>

static int first(int n, ...) {
    va_list list;
    va_start(list, n);
    int value = va_arg(list, int);
    va_end(list);
    return value;
}

int main(void) {
    assert(first(1, 1.0) == 0);
    return 0;
}
