// expect: violated
// property: invalid-free
// line: 11
// what: The pointer that is freed has moved on.
#include <stdlib.h>

int main(void) {
    char *p = malloc(4);
    *p++ = 'a';
    *p++ = '\0';
    free(p);
    return 0;
}
