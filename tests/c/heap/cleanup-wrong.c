// expect: violated
// property: leak
// line: 10
// options: --malloc-may-fail --check leak
// native: skip (malloc does not fail there)
// what: The first object is lost when the second cannot be had.
#include <stdlib.h>

int main(void) {
    char *a = malloc(4);
    if (a == NULL)
        return 1;
    char *b = malloc(4);
    if (b == NULL)
        return 1;
    a[3] = b[3] = 1;
    free(b);
    free(a);
    return 0;
}
