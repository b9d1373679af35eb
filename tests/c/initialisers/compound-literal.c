// expect: safe
// what: Compound literals as values, arguments and objects with an address.
#include <assert.h>

struct point { int x, y; };

static int manhattan(struct point p) { return (p.x < 0 ? -p.x : p.x) + (p.y < 0 ? -p.y : p.y); }
static int sum(const int *a, int n) { return n == 0 ? 0 : a[0] + sum(a + 1, n - 1); }

int main(void) {
    assert(manhattan((struct point){-3, 4}) == 7);
    assert(manhattan((struct point){.y = -2}) == 2);
    assert(sum((int[]){1, 2, 3}, 3) == 6);
    struct point *p = &(struct point){5, 6};
    p->x++;
    assert(p->x == 6 && p->y == 6);
    return 0;
}
