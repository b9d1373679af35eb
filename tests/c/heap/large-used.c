// expect: safe
// what: A block whose size is any number that an int can be is used at its start, if it was had.
#include <assert.h>
#include <stdlib.h>
int nondet_int(void);
int main(void) {
    int n = nondet_int();
    if (n < 2)
        return 0;
    int *p = malloc(n * sizeof(int));
    if (p == NULL)
        return 0;
    p[0] = 7;
    p[1] = 8;
    int *q = realloc(p, 4);
    assert(q[0] == 7);
    free(q);
    return 0;
}
