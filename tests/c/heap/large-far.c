// expect: unknown
// native: skip (the machine decides)
// what: What is beyond the first gibibyte of a large block is not followed.
#include <stdlib.h>
int main(void) {
    char *p = calloc(1 << 16, 1 << 16);
    if (p != NULL && p[2000000000] != 0)
        p[0] = 1 / p[0];
    return 0;
}
