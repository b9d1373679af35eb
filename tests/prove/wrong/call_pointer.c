// expect: violated
// property: assertion
// line: 16
// what: The function writes through a pointer that it hands on.
#include <assert.h>
unsigned nondet_uint(void);
static int go(unsigned n, int *seen) {
    *seen += 1;
    if (n == 0)
        return 0;
    return go(n - 1, seen);
}
int main(void) {
    int seen = 0;
    int zero = go(nondet_uint() % 50, &seen);
    assert(zero == 0 && seen <= 30);
    return 0;
}
