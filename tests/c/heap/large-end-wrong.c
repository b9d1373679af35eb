// expect: violated
// property: out-of-object
// line: 10
// native: skip (the machine decides)
// what: One byte behind a block that is large only sometimes.
#include <stdlib.h>
unsigned nondet_uint(void);
int main(void) {
    unsigned n = nondet_uint() | 0x80000000u; char *p = malloc(n);
    if (p != NULL) p[n] = 0;
    return 0;
}
