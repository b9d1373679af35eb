// expect: safe
// what: realloc keeps what fits, up and down.
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    int *a = malloc(2 * sizeof *a);
    a[0] = x;
    a[1] = y;
    a = realloc(a, 4 * sizeof *a);
    a[3] = 1;
    assert(a[0] == x && a[1] == y);
    a = realloc(a, sizeof *a);
    assert(a[0] == x);
    free(a);
    int *b = realloc(NULL, sizeof *b);
    *b = 5;
    assert(*b == 5);
    free(b);
    return 0;
}
