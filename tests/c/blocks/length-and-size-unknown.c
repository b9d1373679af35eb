// expect: safe
// what: As many bytes as were asked for are set and copied; both numbers are inputs.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), k = __VERIFIER_nondet_uint();
    if (n < 1 || n > 20 || k >= n)
        return 0;
    char *a = malloc(n), *b = malloc(n);
    memset(a, 7, n);
    a[k] = 9;
    memcpy(b, a, n);
    assert(b[k] == 9);
    assert(k == 0 || b[0] == 7);
    assert(memcmp(a, b, n) == 0);
    memmove(a, a + 1, n - 1);
    assert(k == 0 || a[k - 1] == 9);
    free(a);
    free(b);
    return 0;
}
