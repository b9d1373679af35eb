// expect: safe
// native: skip (assumes)
// what: A block is asked for before its size is said to be small: that it may be larger than anything that is followed does not matter.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

unsigned long nondet_unsigned_long(void);
void __CPROVER_assume(int);

int main(void) {
    unsigned long size = nondet_unsigned_long();
    unsigned char *block = malloc(size);
    __CPROVER_assume(block && size >= 1 && size <= 6);
    memset(block, 7, size);
    assert(block[size - 1] == 7);
    free(block);
    return 0;
}
