// expect: unknown
// what: Floating-point arithmetic.
#include <assert.h>

int main(void) {
    double third = 1.0;
    third = third / 3;
    assert(third * 3 == 1.0);
    return 0;
}
