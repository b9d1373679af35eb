// Three values sorted wrongly.
#include "counted.h"

int main(void) {
    int a, b, c, t;
    IN(int, a, -3, 3); IN(int, b, -3, 3); IN(int, c, -3, 3);
    if (TEST(a > b)) { SET(t, a); SET(a, b); SET(b, t); }
    if (TEST(b > c)) { SET(t, b); SET(b, c); SET(c, t); }
    if (TEST(a < b)) { SET(t, a); SET(a, b); SET(b, t); }
    CHECK(a <= b && b <= c);
    return 0;
}
