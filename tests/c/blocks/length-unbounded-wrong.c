// expect: violated
// property: assertion
// line: 17
// what: A fault far behind the first byte of a block of unknown size.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n < 40 || n > 1000000)
        return 0;
    char *a = calloc(n, 1);
    memset(a, 1, n - 1);
    memset(a + 1, 1, 32);
    assert(a[n - 1] == 1);
    free(a);
    return 0;
}
