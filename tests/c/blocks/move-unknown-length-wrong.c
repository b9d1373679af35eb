// expect: violated
// property: out-of-object
// line: 14
// native: skip (the inputs are many)
// what: Bytes are moved two beyond the end of a block whose size nobody knows.
#include <stdlib.h>
#include <string.h>

unsigned long nondet_ulong(void);
int main(void) {
    unsigned long size = nondet_ulong(), n = nondet_ulong();
    if (size < 3 || size > 1ul << 20 || n > size - 1)
        return 0;
    unsigned char *a = malloc(size); memmove(a + 2, a, n);
    free(a);
    return 0;
}
