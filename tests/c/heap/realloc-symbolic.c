// expect: safe
// what: realloc to a size that an input gives.
#include <assert.h>
#include <stdlib.h>
unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned int n = __VERIFIER_nondet_uint() % 4 + 1;
    char *a = malloc(2);
    a[0] = 'a';
    a[1] = 'b';
    a = realloc(a, n);
    assert(a[0] == 'a');
    assert(n < 2 || a[1] == 'b');
    a[n - 1] = 'z';
    free(a);
    return 0;
}
