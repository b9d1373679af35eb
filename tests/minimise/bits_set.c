// Forgets the highest of four bits.
#include "counted.h"

int main(void) {
    unsigned x; int n, i;
    IN(uint, x, 0, 15);
    SET(n, 0);
    for (SET(i, 0); TEST(i < 3); SET(i, i + 1))
        if (TEST(x >> i & 1)) SET(n, n + 1);
    CHECK(n == (int)((x & 1) + (x >> 1 & 1) + (x >> 2 & 1) + (x >> 3 & 1)));
    return 0;
}
