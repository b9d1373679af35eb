// expect: violated
// property: double-free
// line: 11
// what: The same memory is freed twice.
#include <stdlib.h>

int main(void) {
    int *p = malloc(sizeof *p);
    int *q = p;
    free(p);
    free(q);
    return 0;
}
