// The larger difference is taken the wrong way round.
#include "counted.h"

int main(void) {
    int x, y, d;
    IN(int, x, -6, 6); IN(int, y, -6, 6);
    SET(d, x - y);
    if (TEST(d < -4)) SET(d, y - x - 1);
    CHECK(d >= -4 && (d <= 4 || d == x - y || d == y - x));
    return 0;
}
