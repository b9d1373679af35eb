// expect: violated
// property: assertion
// line: 20
// what: A copy of a va_list that was made too late.
#include <assert.h>
#include <stdarg.h>

static int again(int count, ...) {
    va_list one, two;
    va_start(one, count);
    int a = va_arg(one, int);
    va_copy(two, one);
    int b = va_arg(two, int);
    va_end(two);
    va_end(one);
    return a == b;
}

int main(void) {
    assert(again(2, 5, 6));
    return 0;
}
