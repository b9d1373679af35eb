// expect: violated
// property: invalid-free
// line: 10
// what: A local array cannot grow.
#include <stdlib.h>

int main(void) {
    int a[2] = {1, 2};
    int *p = a;
    p = realloc(p, 4 * sizeof *p);
    p[3] = 1;
    return 0;
}
