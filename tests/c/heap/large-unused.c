// expect: safe
// native: skip (nobody has so much memory)
// what: A block that nobody looks into may be as large as it likes; it begins, has a size, is compared and ends.
#include <assert.h>
#include <stdlib.h>

unsigned long nondet_unsigned_long(void);
unsigned long __CPROVER_OBJECT_SIZE(const void *);

int main(void) {
    unsigned long size = nondet_unsigned_long();
    unsigned char *block = malloc(size);
    unsigned char *other = malloc(2);
    unsigned char *same = block;
    assert(!block || (__CPROVER_OBJECT_SIZE(block) == size && block != other));
    assert(same == block && size < 1ul << 63 || !block);
    free(block);
    free(other);
    return 0;
}
