// Implication with one case forgotten.
#include "counted.h"

int main(void) {
    int x, y; _Bool p, q, r;
    IN(int, x, -2, 5); IN(int, y, -2, 5);
    SET(p, x > 2); SET(q, y > 3);
    SET(r, !p);
    if (TEST(p)) { if (TEST(x + y > 4)) SET(r, 1); }
    CHECK(!r || !p || q);
    return 0;
}
