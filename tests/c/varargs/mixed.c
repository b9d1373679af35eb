// expect: safe
// what: Arguments of all kinds, among them a struct, promoted as they should be.
#include <assert.h>
#include <stdarg.h>

struct point {
    int x, y;
};

static void check(int first, ...) {
    va_list rest;
    va_start(rest, first);
    assert(va_arg(rest, int) == 'c');
    assert(va_arg(rest, long) == -5000000000);
    assert(va_arg(rest, double) == 0.5);
    assert(va_arg(rest, char *)[1] == 'y');
    struct point p = va_arg(rest, struct point);
    assert(p.x == 3 && p.y == 4);
    assert(va_arg(rest, double) == 1.25);
    int *out = va_arg(rest, int *);
    *out = first;
    assert(va_arg(rest, unsigned int) == 0xffffffff);
    va_end(rest);
}

int main(void) {
    int result = 0;
    char c = 'c';
    float f = 1.25f;
    check(9, c, -5000000000, 0.5, "xyz", (struct point){3, 4}, f, &result, 0xffffffffu);
    assert(result == 9);
    return 0;
}
