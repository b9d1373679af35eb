// expect: violated
// property: alignment
// line: 14
// native: skip (the validator switches this check of gcc off)
// what: An unknown place in a block is taken for a long.
#include <stdlib.h>
unsigned nondet_uint(void);
int main(void) {
    char *b = calloc(1, 64);
    unsigned i = nondet_uint();
    if (i > 32)
        return 0;
    long *p = (long *)(b + i);
    *p = 3;
    free(b);
    return 0;
}
