// expect: violated
// property: out-of-object
// line: 14
// what: The loop over a heap array goes one too far.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 5)
        return 0;
    int *a = malloc(n * sizeof *a);
    for (int i = 0; i <= n; i++)
        a[i] = i * i;
    free(a);
    return 0;
}
