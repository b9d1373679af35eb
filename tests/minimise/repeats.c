// Counts equal neighbours, but starts anew one too late.
#include "counted.h"

int main(void) {
    int v[4], i, n, longest;
    for (SET(i, 0); TEST(i < 4); SET(i, i + 1)) { IN(int, v[i], 0, 2); }
    SET(n, 1); SET(longest, 1);
    for (SET(i, 1); TEST(i < 4); SET(i, i + 1)) {
        if (TEST(v[i] == v[i - 1])) SET(n, n + 1);
        else if (TEST(n > 2)) SET(n, 1);
        if (TEST(n > longest)) SET(longest, n);
    }
    CHECK(longest < 3 || (v[0] == v[1] && v[1] == v[2]) || (v[1] == v[2] && v[2] == v[3]));
    return 0;
}
