// Only two of eight bits matter.
#include "counted.h"

int main(void) {
    unsigned char x, y;
    IN(uchar, x, 0, 255); IN(uchar, y, 0, 7);
    if (TEST(x & 4)) SET(y, y & 1);
    CHECK(!(x & 4) || y == 0);
    return 0;
}
