/* The median of three numbers: at least as large as one of the others and at most as large as another. */
#include <assert.h>

int nondet_int(void);

int main(void) {
    int x = nondet_int(), y = nondet_int(), z = nondet_int();
    int m = z;
    if (y < z) {
        if (x < y)
            m = y;
        else if (x < z)
            m = y;
    } else {
        if (x > y)
            m = y;
        else if (x > z)
            m = x;
    }
    int not_smaller = (m >= x) + (m >= y) + (m >= z);
    int not_larger = (m <= x) + (m <= y) + (m <= z);
    assert(not_smaller >= 2 && not_larger >= 2);
    return 0;
}
