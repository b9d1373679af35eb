// Pays with coins of 5 and 2 and forgets that one 5 may have to stay.
#include "counted.h"

int main(void) {
    int sum, fives, twos, rest;
    IN(int, sum, 4, 14);
    SET(rest, sum); SET(fives, 0); SET(twos, 0);
    while (TEST(rest >= 5)) { SET(rest, rest - 5); SET(fives, fives + 1); }
    while (TEST(rest >= 2)) { SET(rest, rest - 2); SET(twos, twos + 1); }
    CHECK(rest == 0 || sum < 6);
    return 0;
}
