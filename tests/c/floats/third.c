// expect: safe
// what: The nearest number to a third, times three, rounds to one.
#include <assert.h>

int main(void) {
    double third = 1.0;
    third = third / 3;
    assert(third * 3 == 1.0);
    return 0;
}
