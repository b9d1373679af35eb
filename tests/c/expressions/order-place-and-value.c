// expect: safe
// what: In either order one call gets the 0 and the other one the 1; where the calls do not meet, the order is of no importance.
#include <assert.h>

static int next, other;

static int take(void) {
    return next++;
}

static int count(void) {
    return ++other;
}

int main(void) {
    int a[3] = {0}, b[3] = {0};
    a[take()] = take();
    assert((a[0] == 1 && a[1] == 0) || (a[1] == 0 && a[0] == 0));
    int x = (b[take()] = count());
    assert(x == 1 && b[2] == 1);
    return 0;
}
