// Division that rounds to the nearest, but not below zero.
#include "counted.h"

int main(void) {
    int x, d, q, r;
    IN(int, x, -20, 20); IN(int, d, 2, 7);
    SET(q, (x + d / 2) / d);
    SET(r, x - q * d);
    CHECK(2 * r <= d && -2 * r <= d);
    return 0;
}
