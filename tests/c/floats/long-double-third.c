// expect: safe
// what: Arithmetic of extended precision.
#include <assert.h>

int main(void) {
    long double third = 1.0L;
    third = third / 3;
    assert(third * 3 == 1.0L);
    return 0;
}
