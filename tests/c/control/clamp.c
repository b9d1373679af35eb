// expect: safe
// what: Early returns clamp a value into a range.
#include <assert.h>
int __VERIFIER_nondet_int(void);

static int clamp(int x, int low, int high) {
    if (x < low)
        return low;
    if (x > high)
        return high;
    return x;
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    int y = clamp(x, -10, 10);
    assert(y >= -10 && y <= 10);
    assert(y == x || x < -10 || x > 10);
    return 0;
}
