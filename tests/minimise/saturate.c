// A sum of bytes that wraps before it is compared.
#include "counted.h"

int main(void) {
    unsigned char a, b, s;
    IN(uchar, a, 0, 60); IN(uchar, b, 180, 255);
    SET(s, a + b);
    if (TEST(s < b)) SET(s, 254);
    CHECK(s == 255 || s == a + b);
    return 0;
}
