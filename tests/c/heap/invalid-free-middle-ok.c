// expect: safe
// what: The pointer that is freed has moved and come back.
#include <stdlib.h>

int main(void) {
    char *p = malloc(4);
    *p++ = 'a';
    *p++ = '\0';
    free(p - 2);
    return 0;
}
