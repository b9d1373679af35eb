// expect: violated
// property: out-of-object
// line: 11
// what: What realloc has cut off is read.
#include <stdlib.h>

int main(void) {
    int *a = malloc(4 * sizeof *a);
    a[3] = 1;
    a = realloc(a, 3 * sizeof *a);
    int last = a[3];
    free(a);
    return last;
}
