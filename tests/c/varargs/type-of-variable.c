// expect: safe
// what: The type that is asked for may be that of an expression, and may have no size.
#include <assert.h>
#include <stdarg.h>
struct none { char x[0]; };
struct two { char x[2]; };
static int last(int n, ...) {
    struct none a;
    struct two b;
    va_list list;
    va_start(list, n);
    a = va_arg(list, __typeof__(a));
    b = va_arg(list, __typeof__(b));
    int c = va_arg(list, __typeof__(n));
    va_end(list);
    return b.x[1] + c + (int)sizeof a;
}
int main(void) {
    struct none a;
    struct two b = {{1, 2}};
    assert(last(3, a, b, 40) == 42);
    return 0;
}
