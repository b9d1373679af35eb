// expect: safe
// what: A va_list is handed on and comes back further along.
#include <assert.h>
#include <stdarg.h>

static int vmax(int count, va_list rest) {
    int best = va_arg(rest, int);
    while (--count > 0) {
        int x = va_arg(rest, int);
        if (x > best)
            best = x;
    }
    return best;
}

static int max(int count, ...) {
    va_list rest;
    va_start(rest, count);
    int best = vmax(count, rest);
    va_end(rest);
    return best;
}

static int last_after(va_list *rest) { return va_arg(*rest, int); }

static int second(int first, ...) {
    va_list rest;
    va_start(rest, first);
    last_after(&rest);
    int result = va_arg(rest, int);
    va_end(rest);
    return result;
}

int main(void) {
    assert(max(1, -7) == -7);
    assert(max(4, 3, 9, -1, 8) == 9);
    assert(second(0, 11, 22) == 22);
    return 0;
}
