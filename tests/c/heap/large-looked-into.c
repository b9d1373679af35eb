// expect: bounded-safe
// native: skip (nobody has so much memory)
// what: Blocks that somebody looks into are followed up to 64 GiB, and that is said.
#include <stdlib.h>

unsigned long nondet_unsigned_long(void);

int main(void) {
    unsigned long size = nondet_unsigned_long();
    unsigned char *block = malloc(size);
    if (block && size > 0)
        block[size - 1] = 1;
    free(block);
    return 0;
}
