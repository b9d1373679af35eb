// expect: safe
// what: Memory of the stack, of a size that an input gives.
#include <alloca.h>
#include <assert.h>
unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned int n = __VERIFIER_nondet_uint() % 4 + 1;
    int *a = alloca(n * sizeof *a);
    for (unsigned int i = 0; i < n; i++)
        a[i] = (int)i;
    assert(a[n - 1] == (int)n - 1);
    return 0;
}
