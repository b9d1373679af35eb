// expect: safe
// what: But inside of it there is nothing else.
#include <assert.h>
int main(void) {
    int b[2], a[2];
    int *p = a + 1, *q = b;
    assert(p != q && a != b);
    return 0;
}
