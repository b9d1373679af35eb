// expect: violated
// property: leak
// line: 10
// options: --malloc-may-fail --check leak
// native: skip (realloc does not fail there)
// what: The old memory is lost when realloc fails.
#include <stdlib.h>

int main(void) {
    char *p = malloc(4);
    if (p == NULL)
        return 1;
    p = realloc(p, 8);
    free(p);
    return 0;
}
