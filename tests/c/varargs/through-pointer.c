// expect: safe
// what: A function with variable arguments, one's own or the library's, called through a pointer.
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
int __VERIFIER_nondet_int(void);

static int sum(int count, ...) {
    va_list rest;
    va_start(rest, count);
    int total = 0;
    for (int i = 0; i < count; i++)
        total += va_arg(rest, int);
    va_end(rest);
    return total;
}

static int largest(int count, ...) {
    va_list rest;
    va_start(rest, count);
    int most = va_arg(rest, int);
    for (int i = 1; i < count; i++) {
        int x = va_arg(rest, int);
        if (x > most)
            most = x;
    }
    va_end(rest);
    return most;
}

int main(void) {
    int (*const table[])(int, ...) = {sum, largest};
    int k = __VERIFIER_nondet_int();
    if (k < 0 || k > 1)
        return 0;
    int x = table[k](3, 1, 5, 2);
    assert(x == (k ? 5 : 8));
    char text[8];
    int (*print)(char *, size_t, const char *, ...) = snprintf;
    assert(print(text, sizeof text, "%d", x) == 1);
    assert(text[0] == (k ? '5' : '8'));
    return 0;
}
