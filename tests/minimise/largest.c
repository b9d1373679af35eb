// The third value is compared with the first only.
#include "counted.h"

int main(void) {
    int a, b, c, m;
    IN(int, a, -3, 3); IN(int, b, -3, 3); IN(int, c, -3, 3);
    SET(m, a);
    if (TEST(b > m)) SET(m, b);
    if (TEST(c > a)) SET(m, c);
    CHECK(m >= a && m >= b && m >= c);
    return 0;
}
