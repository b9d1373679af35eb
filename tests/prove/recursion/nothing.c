// expect: safe
// what: A function that returns nothing and checks its arguments.
#include <assert.h>
unsigned nondet_uint(void);
static void walk(unsigned from, unsigned to) {
    assert(from <= to);
    if (from < to)
        walk(from + 1, to);
}
int main(void) {
    unsigned to = nondet_uint();
    walk(0, to);
    return 0;
}
