// expect: safe
// what: The place of a block that is still there is not.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
int main(void) {
    char *a = malloc(1), *b = malloc(1);
    assert(!a || (uintptr_t)a != (uintptr_t)b);
    free(a);
    free(b);
    return 0;
}
