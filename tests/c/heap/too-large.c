// expect: safe
// what: More than pointers can be apart is never had, whatever the machine; less than a gibibyte always is.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    char *p = malloc(-1);
    assert(p == NULL);
    assert(calloc(SIZE_MAX / 2, 4) == NULL);
    assert(malloc((size_t)PTRDIFF_MAX + 1) == NULL);
    assert(malloc(1ul << 30) != NULL);
    return 0;
}
