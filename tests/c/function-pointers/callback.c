// expect: safe
// what: A function given as an argument.
#include <assert.h>

static int apply(int (*f)(int), int x) { return f(x); }
static int negate(int x) { return -x; }
static int increment(int x) { return x + 1; }

int main(void) {
    assert(apply(negate, 5) == -5);
    assert(apply(&increment, 5) == 6);
    assert((*increment)(1) == 2);
    return 0;
}
