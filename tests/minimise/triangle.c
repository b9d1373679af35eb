// Degenerate triangles count as triangles.
#include "counted.h"

int main(void) {
    int a, b, c, sides;
    IN(int, a, 0, 6); IN(int, b, 0, 6); IN(int, c, 0, 6);
    SET(sides, 0);
    if (TEST(a > 0 && b > 0 && c > 0)) {
        if (TEST(a + b >= c && b + c >= a && a + c >= b)) SET(sides, 3);
    }
    CHECK(sides == 0 || (a + b > c && b + c > a && a + c > b));
    return 0;
}
