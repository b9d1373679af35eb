// expect: violated
// property: pointer-primitive
// line: 13
// native: skip (gcc lacks what this program calls)
// what: The size of an object that is gone.
#include <stdlib.h>

int main(void) {
    char *p = malloc(4);
    if (!p)
        return 0;
    free(p);
    return __CPROVER_OBJECT_SIZE(p) == 4;
}
