// expect: safe
// what: Enumerators count on from the last explicit value.
#include <assert.h>

enum level { LOW = -1, MID, HIGH, TOP = 10, ABOVE };

int main(void) {
    enum level l = MID;
    assert(l == 0);
    assert(HIGH == 1);
    assert(ABOVE == 11);
    assert(sizeof(enum level) == sizeof(int));
    l = (enum level)7;
    assert(l == 7);
    return 0;
}
