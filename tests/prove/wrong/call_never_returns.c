// expect: bounded-safe
// what: A function that never returns says nothing about what comes after it.
#include <assert.h>
int nondet_int(void);
static int again(int n) {
    return again(n > 0 ? n - 1 : 0);
}
int main(void) {
    if (nondet_int() != 3)
        return 0;
    int n = again(nondet_int());
    assert(n == 7);
    return 0;
}
