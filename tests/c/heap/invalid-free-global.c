// expect: violated
// property: invalid-free
// line: 12
// what: A static array is freed.
#include <stdlib.h>

static int table[4];

int main(void) {
    int *p = table;
    p[1] = 2;
    free(p);
    return 0;
}
