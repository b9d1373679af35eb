// expect: safe
// what: The old value is read before the call or after it; what the call does not touch is the same in either order.
#include <assert.h>

static int total = 1, calls;

static int reset(void) {
    total = 10;
    return 2;
}

static int counted(void) {
    return ++calls;
}

int main(void) {
    int x = (total += reset());
    assert(x == total && (x == 12 || x == 3));
    int a[2] = {5, 6};
    a[calls] += counted();
    assert((a[0] == 6 && a[1] == 6) || (a[0] == 5 && a[1] == 7));
    total = 0;
    total += counted();
    assert(total == 2);
    return 0;
}
