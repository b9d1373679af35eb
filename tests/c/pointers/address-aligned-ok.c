// expect: safe
// what: An object is where its type may be, and no two are in one place.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
int main(void) {
    int i;
    double d;
    char *p = malloc(3);
    if (!p)
        return 0;
    assert((uintptr_t)&i % sizeof(int) == 0 && (uintptr_t)&d % sizeof(double) == 0 && (uintptr_t)p % 16 == 0);
    assert((uintptr_t)&i != (uintptr_t)&d && (uintptr_t)p != (uintptr_t)&d);
    assert((uintptr_t)(p + 2) - (uintptr_t)p == 2 && (uintptr_t)p != 0);
    free(p);
    return 0;
}
