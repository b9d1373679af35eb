// expect: violated
// property: leak
// line: 9
// options: --check leak
// what: The only pointer to the memory is overwritten.
#include <stdlib.h>

int main(void) {
    int *p = malloc(sizeof *p);
    *p = 1;
    p = malloc(2 * sizeof *p);
    p[1] = 2;
    free(p);
    return 0;
}
