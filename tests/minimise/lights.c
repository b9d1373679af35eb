// Two directions are green after two buttons.
#include "counted.h"

int main(void) {
    enum light { RED, GREEN, YELLOW };
    enum light north, east; int first, second;
    IN(int, first, 0, 3); IN(int, second, 0, 3);
    SET(north, GREEN); SET(east, RED);
    if (TEST(first == 1)) { SET(north, YELLOW); }
    if (TEST(second >= 2)) { SET(east, GREEN); if (TEST(north == YELLOW)) SET(north, RED); }
    CHECK(!(north != RED && east != RED));
    return 0;
}
