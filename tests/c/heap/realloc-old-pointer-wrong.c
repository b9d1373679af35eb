// expect: violated
// property: use-after-free
// line: 12
// what: A pointer into the array is used after the array has moved.
#include <stdlib.h>

int main(void) {
    int *a = malloc(2 * sizeof *a);
    int *first = &a[0];
    *first = 1;
    a = realloc(a, 200 * sizeof *a);
    *first = 2;
    free(a);
    return 0;
}
