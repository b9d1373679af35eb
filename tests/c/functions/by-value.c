// expect: safe
// what: A parameter is a copy of its argument.
#include <assert.h>

static int twice(int x) {
    x *= 2;
    return x;
}

int main(void) {
    int x = 21;
    int y = twice(x);
    assert(x == 21);
    assert(y == 42);
    return 0;
}
