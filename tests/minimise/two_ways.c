// Fails in two ways; in the longer one a single input matters.
#include "counted.h"

int main(void) {
    int a, b, c, r;
    IN(int, a, 0, 7); IN(int, b, 0, 7); IN(int, c, 0, 7);
    SET(r, 0);
    if (TEST(a == 7)) { SET(r, 1); SET(r, 2); SET(r, 3); SET(r, 9); }
    else if (TEST(b + c == 5)) SET(r, 9);
    CHECK(r < 9);
    return 0;
}
