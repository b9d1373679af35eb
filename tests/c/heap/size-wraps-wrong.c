// expect: violated
// property: out-of-object
// line: 17
// what: The product of two inputs wraps round and too little is allocated.
#include <stdlib.h>
unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned int n = __VERIFIER_nondet_uint();
    if (n < 2 || n > 0x40000001)
        return 0;
    unsigned int size = n * 4;
    if (size > 64)
        return 0;
    int *a = malloc(size);
    if (a != NULL)
        a[1] = 1;
    free(a);
    return 0;
}
