// expect: violated
// property: null-dereference
// line: 11
// options: --malloc-may-fail
// native: skip (malloc does not fail there)
// what: The result of malloc is not looked at.
#include <stdlib.h>

int main(void) {
    int *p = malloc(sizeof *p);
    *p = 7;
    free(p);
    return 0;
}
