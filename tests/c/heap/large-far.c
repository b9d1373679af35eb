// expect: safe
// native: skip (the machine decides)
// what: A block of more than a gibibyte is used at any place, if it was had.
#include <assert.h>
#include <stdlib.h>
int nondet_int(void);
int main(void) {
    char *p = calloc(1 << 16, 1 << 16);
    if (p != NULL && p[4000000000] != 0)
        p[0] = 1 / p[0];
    int n = nondet_int(), i = nondet_int();
    if (n < 1 || i < 0 || i >= n)
        return 0;
    int *q = malloc(n * sizeof *q);
    if (q == NULL)
        return 0;
    q[i] = 3;
    assert(q[i] == 3);
    free(q);
    return 0;
}
