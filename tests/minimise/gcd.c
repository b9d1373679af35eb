// Stops one subtraction too early.
#include "counted.h"

int main(void) {
    int a, b, x, y;
    IN(int, a, 1, 9); IN(int, b, 1, 9);
    SET(x, a); SET(y, b);
    while (TEST(x > 1 && y > 1 && x != y)) {
        if (TEST(x > y)) SET(x, x - y);
        else SET(y, y - x);
    }
    CHECK(x > 0 && a % x == 0 && b % x == 0);
    return 0;
}
