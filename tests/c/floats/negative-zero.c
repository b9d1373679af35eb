// expect: safe
// what: Minus zero is zero, in comparisons and conditions, but not in divisions.
#include <assert.h>

int main(void) {
    double zero = 0.0, minus = -zero;
    assert(minus == zero && !minus && !(minus < zero));
    int taken = minus ? 1 : 0;
    if (minus)
        taken = 2;
    assert(taken == 0 && (_Bool)minus == 0);
    assert(1 / minus < 0 && 1 / zero > 0);
    return 0;
}
