// expect: violated
// property: assertion
// line: 11
// native: skip (the allocator there happens to fill it)
// what: malloc gives anything.
#include <assert.h>
#include <stdlib.h>

int main(void) {
    int *a = malloc(3 * sizeof *a);
    assert(a[1] == 0);
    free(a);
    return 0;
}
