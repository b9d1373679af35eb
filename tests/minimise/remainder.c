// The remainder of a negative number is negative.
#include "counted.h"

int main(void) {
    int x, m, i;
    IN(int, x, -9, 9); IN(int, m, 1, 4);
    SET(i, x % m);
    if (TEST(x >= 5)) SET(i, i + m);
    CHECK(i >= 0);
    return 0;
}
