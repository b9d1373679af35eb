// Looks for a number in a sorted table, and never at the last place.
#include "counted.h"

int main(void) {
    static const int table[5] = {1, 3, 4, 7, 9};
    int key, low, high, mid, at;
    IN(int, key, 0, 10);
    SET(low, 0); SET(high, 4); SET(at, -1);
    while (TEST(low < high)) {
        SET(mid, (low + high) / 2);
        if (TEST(table[mid] == key)) { SET(at, mid); SET(low, high); }
        else if (TEST(table[mid] < key)) SET(low, mid + 1);
        else SET(high, mid);
    }
    CHECK(at >= 0 || (key != 1 && key != 3 && key != 4 && key != 7 && key != 9));
    return 0;
}
