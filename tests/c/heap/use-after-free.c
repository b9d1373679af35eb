// expect: violated
// property: use-after-free
// line: 11
// what: A value is read from freed memory.
#include <stdlib.h>

int main(void) {
    int *p = malloc(sizeof *p);
    *p = 5;
    free(p);
    return *p;
}
