// expect: safe
// what: Two functions that call each other.
#include <assert.h>
unsigned nondet_uint(void);
static int even(unsigned n);
static int odd(unsigned n) {
    return n == 0 ? 0 : even(n - 1);
}
static int even(unsigned n) {
    return n == 0 ? 1 : odd(n - 1);
}
int main(void) {
    int is_even = even(nondet_uint());
    assert(is_even == 0 || is_even == 1);
    return 0;
}
