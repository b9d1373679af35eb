// expect: violated
// property: assertion
// line: 11
// native: skip (gcc lacks what this program calls)
// what: Not every clock is there.
#include <assert.h>
#include <time.h>

int main(void) {
    struct timespec now;
    assert(clock_gettime(999, &now) == 0);
    return 0;
}
