// expect: safe
// what: The lowest bit of a pointer carries a flag.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    int *p = malloc(sizeof *p);
    *p = 6;
    uintptr_t tagged = (uintptr_t)p | 1;
    assert((tagged & 1) != 0);
    int *q = (int *)(tagged & ~(uintptr_t)1);
    assert(*q == 6);
    free(q);
    return 0;
}
