// expect: violated
// property: out-of-object
// line: 12
// what: The length of what is moved depends on a read before a block: the read fails, not the move.
#include <stdlib.h>
#include <string.h>
int nondet_int(void);
int main(void) {
    int k = nondet_int() & 3, n = 3;
    char *a = malloc(4);
    memset(a, 7, 4);
    memmove(a, a + 1, n | a[k - 1] == 9);
    free(a);
    return 0;
}
