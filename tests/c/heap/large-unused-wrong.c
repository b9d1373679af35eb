// expect: violated
// property: double-free
// line: 13
// native: skip (nobody has so much memory)
// what: A block that nobody can look into ends only once.
#include <stdlib.h>

unsigned long nondet_unsigned_long(void);

int main(void) {
    unsigned long size = nondet_unsigned_long();
    unsigned char *block = malloc(size);
    free(block); if (size > 1ul << 40) free(block);
    return 0;
}
