// expect: violated
// property: out-of-object
// line: 11
// what: A copy of a string has no room for more.
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *copy = strdup("abc");
    copy[3] = 'd';
    copy[4] = '\0';
    free(copy);
    return 0;
}
