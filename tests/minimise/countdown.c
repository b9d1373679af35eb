// A step that goes beyond zero.
#include "counted.h"

int main(void) {
    int k, step, turns;
    IN(int, k, 0, 8); IN(int, step, 1, 3);
    SET(turns, 0);
    while (TEST(k > 0)) { SET(k, k - step); SET(turns, turns + 1); }
    CHECK(k == 0 || turns < 2);
    return 0;
}
