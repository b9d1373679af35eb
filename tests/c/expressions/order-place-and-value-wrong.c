// expect: violated
// property: assertion
// line: 19
// native: skip (gcc takes one order, and it is not this one)
// what: The calls that find the place and those of the value come in either order.
#include <assert.h>

static int next;

static int take(void) {
    return next++;
}

int main(void) {
    int a[3] = {0};
    a[take()] = take();
    assert(a[0] == 1 || a[1] == 0);
    next = 0;
    assert(a[0] == 1);
    return 0;
}
