// expect: safe
// what: Multiples of eight are places for a long; packed records may be anywhere.
#include <stdlib.h>
struct __attribute__((packed)) loose { char c; long l; };
unsigned nondet_uint(void);
int main(void) {
    char *b = calloc(1, 64);
    unsigned i = nondet_uint();
    if (i > 4)
        return 0;
    long *p = (long *)(b + 8 * i);
    *p = 3;
    struct loose *q = (struct loose *)(b + i);
    q->l = 4;
    free(b);
    return 0;
}
