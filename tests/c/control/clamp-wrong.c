// expect: violated
// property: assertion
// line: 20
// what: One return of the wrong bound.
#include <assert.h>
int __VERIFIER_nondet_int(void);

static int clamp(int x, int low, int high) {
    if (x < low)
        return high;
    if (x > high)
        return high;
    return x;
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    int y = clamp(x, -10, 10);
    assert(y <= x || x < -10);
    assert(x >= -10 || y == -10);
    return 0;
}
