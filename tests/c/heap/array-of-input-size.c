// expect: safe
// what: An array of as many elements as an input says, filled and read back.
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 5)
        return 0;
    int *a = malloc(n * sizeof *a);
    for (int i = 0; i < n; i++)
        a[i] = i * i;
    assert(a[n - 1] == (n - 1) * (n - 1));
    free(a);
    return 0;
}
