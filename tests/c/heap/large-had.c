// expect: violated
// property: out-of-object
// line: 10
// native: skip (the machine decides)
// what: A block of more than a gibibyte may be had, and has its bounds.
#include <stdlib.h>
int main(void) {
    char *p = malloc(3ul << 30);
    if (p != NULL)
        p[-1] = 1;
    return 0;
}
