// expect: safe
// what: A pointer is copied byte by byte.
#include <assert.h>
#include <stdlib.h>

int main(void) {
    int *p = malloc(sizeof *p), *q;
    *p = 5;
    unsigned char *from = (unsigned char *)&p, *to = (unsigned char *)&q;
    for (unsigned int i = 0; i < sizeof p; i++)
        to[i] = from[i];
    assert(q == p && *q == 5);
    free(q);
    return 0;
}
