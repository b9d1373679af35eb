// expect: violated
// property: use-after-free
// line: 8
// what: The callee uses what its caller has freed.
#include <stdlib.h>

static int first(const int *a) {
    return a[0];
}

int main(void) {
    int *a = calloc(2, sizeof *a);
    int before = first(a);
    free(a);
    return before + first(a);
}
