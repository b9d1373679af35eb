// expect: safe
// what: Effects inside conditions happen in the order the language fixes.
#include <assert.h>

static int trace = 0;
static int mark(int digit) {
    trace = trace * 10 + digit;
    return digit;
}

int main(void) {
    if (mark(1) && mark(2))
        mark(3);
    int r = (mark(4), mark(5));
    assert(r == 5);
    assert(trace == 12345);
    int chosen = mark(0) ? mark(7) : mark(6);
    assert(chosen == 6);
    assert(trace == 1234506);
    return 0;
}
