// expect: violated
// property: assertion
// line: 13
// native: skip (the allocator there happens to fill it)
// what: What realloc has added holds anything.
#include <assert.h>
#include <stdlib.h>

int main(void) {
    int *a = calloc(1, sizeof *a);
    a = realloc(a, 2 * sizeof *a);
    assert(a[0] == 0);
    assert(a[1] == 0);
    free(a);
    return 0;
}
