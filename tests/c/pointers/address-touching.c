// expect: violated
// property: assertion
// line: 10
// native: skip (the compiler chooses)
// what: Where one array ends, another one may begin.
#include <assert.h>
int main(void) {
    int b[1], a[1];
    int *p = a + 1, *q = b;
    assert(p != q);
    return 0;
}
