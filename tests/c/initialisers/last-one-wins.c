// expect: safe
// what: A member that is given twice takes the last value.
#include <assert.h>

int main(void) {
    int a[3] = {1, 2, 3, [1] = 20};
    struct { int x, y; } s = {.x = 1, .y = 2, .x = 3};
    assert(a[0] == 1 && a[1] == 20 && a[2] == 3);
    assert(s.x == 3 && s.y == 2);
    return 0;
}
