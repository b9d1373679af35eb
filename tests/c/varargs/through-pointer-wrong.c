// expect: violated
// property: assertion
// line: 23
// what: One argument less is counted than is passed.
#include <assert.h>
#include <stdarg.h>

static int sum(int count, ...) {
    va_list rest;
    va_start(rest, count);
    int total = 0;
    for (int i = 0; i < count; i++)
        total += va_arg(rest, int);
    va_end(rest);
    return total;
}

typedef int (*adder)(int, ...);

int main(void) {
    adder add = sum;
    int total = add(2, 1, 5, 2);
    assert(total == 8);
    return 0;
}
