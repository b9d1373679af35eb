// expect: violated
// property: assertion
// line: 13
// what: Only a copy of the pointer is moved.
#include <assert.h>

static void advance(int *cursor) { cursor++; }

int main(void) {
    int a[3] = {4, 5, 6};
    int *p = a;
    advance(p);
    assert(*p == 5);
    return 0;
}
