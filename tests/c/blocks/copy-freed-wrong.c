// expect: violated
// property: use-after-free
// line: 12
// what: memcpy from memory that was freed.
#include <stdlib.h>
#include <string.h>

int main(void) {
    char to[4];
    char *from = calloc(4, 1);
    free(from);
    memcpy(to, from, 4);
    return 0;
}
