// The last day of a leap year is day 0 of the next one.
#include "counted.h"

int main(void) {
    int day, leap, year, turns;
    IN(int, day, 360, 370); IN(int, leap, 0, 1);
    SET(year, 0);
    SET(turns, 0);
    while (TEST(day > 365 && turns < 3)) {
        SET(turns, turns + 1);
        if (TEST(leap)) { if (TEST(day > 366)) { SET(day, day - 366); SET(year, year + 1); } }
        else { SET(day, day - 365); SET(year, year + 1); }
    }
    CHECK(turns <= 2);
    return 0;
}
