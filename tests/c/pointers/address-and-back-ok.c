// expect: safe
// what: An integer that was made from a pointer is that pointer again, with a tag or without.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
int main(void) {
    long x = 5, *p = &x;
    uintptr_t u = (uintptr_t)p | 1;
    long *q = (long *)(u & ~(uintptr_t)7);
    *q = 6;
    int *h = malloc(8);
    if (!h)
        return 0;
    int *i = (int *)((uintptr_t)h + 4);
    *i = 3;
    assert(x == 6 && h[1] == 3 && q == p);
    free(h);
    return 0;
}
