// expect: safe
// what: Effects deep inside expressions happen once and in order.
#include <assert.h>

static int n = 0;
static int next(void) { return ++n; }

int main(void) {
    int a[4] = {0};
    a[next()] = 5;
    assert(a[1] == 5 && n == 1);
    int r = next() > 1 && (a[2] = next()) == 3 ? a[2]-- : -1;
    assert(r == 3 && a[2] == 2 && n == 3);
    while (next() < 6)
        ;
    assert(n == 6);
    return 0;
}
