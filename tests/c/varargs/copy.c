// expect: safe
// what: A copy of a va_list starts from where the first one is.
#include <assert.h>
#include <stdarg.h>

static int twice(int count, ...) {
    va_list one, two;
    int total = 0;
    va_start(one, count);
    total += va_arg(one, int);
    va_copy(two, one);
    for (int i = 1; i < count; i++)
        total += va_arg(one, int);
    for (int i = 1; i < count; i++)
        total += 100 * va_arg(two, int);
    va_end(two);
    va_end(one);
    return total;
}

int main(void) {
    assert(twice(3, 1, 2, 3) == 506);
    return 0;
}
