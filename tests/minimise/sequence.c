// Sums of neighbours grow beyond a limit.
#include "counted.h"

int main(void) {
    int a, b, t, i;
    IN(int, a, 0, 4); IN(int, b, 0, 4);
    for (SET(i, 0); TEST(i < 4); SET(i, i + 1)) { SET(t, a + b); SET(a, b); SET(b, t); }
    CHECK(b <= 20);
    return 0;
}
