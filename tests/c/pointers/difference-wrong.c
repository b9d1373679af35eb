// expect: violated
// property: assertion
// line: 11
// what: The difference of pointers counts elements, not bytes.
#include <assert.h>

int main(void) {
    int a[4];
    int *p = &a[0], *q = &a[3];
    long distance = q - p;
    assert(distance == 3 * (long)sizeof(int));
    return 0;
}
