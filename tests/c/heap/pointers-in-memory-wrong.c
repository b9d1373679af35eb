// expect: violated
// property: use-after-free
// line: 15
// what: A copied pointer outlives what it points to.
#include <stdlib.h>
#include <string.h>

int main(void) {
    int *p = malloc(sizeof *p);
    *p = 1;
    int **box = malloc(sizeof *box);
    memcpy(box, &p, sizeof p);
    free(p);
    p = NULL;
    int x = **box;
    free(box);
    return x;
}
