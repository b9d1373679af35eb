// expect: violated
// property: assertion
// line: 11
// what: sizeof of an array parameter is the size of a pointer.
#include <assert.h>

static unsigned long count(int a[10]) { return sizeof a / sizeof a[0]; }

int main(void) {
    int a[10] = {0};
    assert(count(a) == 10);
    return 0;
}
