// expect: violated
// property: assertion
// line: 18
// native: skip (gcc takes one order, and it is not this one)
// what: Whether the old value of `total` is read before the call or after it is left open.
#include <assert.h>

static int total = 1;

static int reset(void) {
    total = 10;
    return 2;
}

int main(void) {
    total += reset();
    assert(total == 12 || total == 3);
    assert(total == 12);
    return 0;
}
