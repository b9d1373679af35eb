// expect: safe
// what: Division by zero and overflow give infinity.
#include <assert.h>

int main(void) {
    double zero = 0.0, huge = 1e308;
    double infinity = 1 / zero;
    assert(infinity > huge && huge * 10 == infinity && -infinity < -huge);
    assert(infinity - infinity != infinity - infinity);
    assert(1 / infinity == 0);
    return 0;
}
