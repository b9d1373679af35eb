// expect: violated
// property: assertion
// line: 18
// native: skip (the library chooses)
// what: The place of a freed block may be given to another one.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
int main(void) {
    char *a = malloc(1);
    if (!a)
        return 0;
    uintptr_t old = (uintptr_t)a;
    free(a);
    char *b = malloc(1);
    if (!b)
        return 0;
    assert(old != (uintptr_t)b);
    free(b);
    return 0;
}
