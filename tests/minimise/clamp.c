// The limits may be crossed.
#include "counted.h"

int main(void) {
    int v, low, high, r;
    IN(int, v, -4, 4); IN(int, low, -4, 4); IN(int, high, -4, 4);
    SET(r, v);
    if (TEST(r < low)) SET(r, low);
    if (TEST(r > high)) SET(r, high);
    CHECK(r >= low && r <= high);
    return 0;
}
