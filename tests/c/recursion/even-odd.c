// expect: safe
// what: Mutual recursion.
#include <assert.h>

static int is_odd(unsigned int n);
static int is_even(unsigned int n) { return n == 0 ? 1 : is_odd(n - 1); }
static int is_odd(unsigned int n) { return n == 0 ? 0 : is_even(n - 1); }

int main(void) {
    assert(is_even(10));
    assert(!is_even(7));
    assert(is_odd(3));
    return 0;
}
