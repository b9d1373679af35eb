// Intervals that only touch are taken to overlap.
#include "counted.h"

int main(void) {
    int a, b, c, d, hit;
    IN(int, a, -2, 3); IN(int, b, -2, 3); IN(int, c, -2, 3); IN(int, d, -2, 3);
    SET(hit, 0);
    if (TEST(a < b && c < d)) { if (TEST(a <= d && c <= b)) SET(hit, 1); }
    CHECK(!hit || (a < d && c < b));
    return 0;
}
