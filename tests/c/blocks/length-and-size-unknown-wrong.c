// expect: violated
// property: out-of-object
// line: 14
// what: Elements were meant, bytes are allocated.
#include <stdlib.h>
#include <string.h>
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n < 1 || n > 20)
        return 0;
    int *a = malloc(n);
    memset(a, 0, n * sizeof *a);
    free(a);
    return 0;
}
