// expect: violated
// property: out-of-object
// line: 12
// native: skip (the allocator there has a byte to spare)
// what: An input of zero makes an array without elements.
#include <stdlib.h>
unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned int n = __VERIFIER_nondet_uint() % 4;
    char *a = malloc(n);
    a[0] = 1;
    free(a);
    return 0;
}
