// expect: safe
// what: A block from the heap is filled and given back.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
#include <stdlib.h>
int main(void) {
    int *a = malloc(10 * sizeof *a);
    if (!a) return 0;
    unsigned k = 0;
    while (nondet_int()) {
        a[k] = nondet_int();
        k = (k + 1) % 10;
    }
    free(a);
}
