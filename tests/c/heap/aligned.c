// expect: safe
// what: Memory with an alignment.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    char *p = aligned_alloc(64, 128);
    assert((uintptr_t)p % 64 == 0);
    p[127] = 1;
    free(p);
    return 0;
}
