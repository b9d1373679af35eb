// expect: violated
// property: out-of-object
// line: 15
// what: The size of the pointer is allocated in place of the size of the struct.
#include <stdlib.h>

struct point {
    int x, y, z;
};

int main(void) {
    struct point *p = malloc(sizeof p);
    p->x = 1;
    p->y = 2;
    p->z = 3;
    free(p);
    return 0;
}
