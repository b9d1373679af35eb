// expect: violated
// property: assertion
// line: 20
// native: skip (the machine decides)
// what: One byte too few is copied of a block whose size nobody knows.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

unsigned long nondet_ulong(void);

int main(void) {
    unsigned long size = nondet_ulong();
    if (size < 2 || size > 1ul << 20)
        return 0;
    unsigned char *a = malloc(size), *b = malloc(size);
    a[size - 1] = 1;
    b[size - 1] = 2;
    memcpy(a, b, size - 1);
    assert(a[size - 1] == 2);
    free(a);
    free(b);
    return 0;
}
