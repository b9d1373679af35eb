// expect: violated
// property: assertion
// line: 12
// native: skip (the driver leaves before these functions run)
// what: What atexit was given runs at the end, last first.
#include <assert.h>
#include <stdlib.h>

static int done;
static void first(void) { done++; }
static void last(void) {
    assert(done == 0);
}
int main(void) {
    atexit(last);
    atexit(first);
    return 0;
}
