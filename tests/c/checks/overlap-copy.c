// expect: safe
// what: Places beside each other do not overlap, and memmove may.
#include <assert.h>
#include <string.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int a[6] = {1, 2, 3, 4, 5, 6}, n = __VERIFIER_nondet_int();
    if (n < 0 || n > 3)
        return 0;
    memcpy(a + n, a, n * sizeof *a);
    memcpy(a, a, 0);
    memmove(a + 1, a, n * sizeof *a);
    assert(n == 0 || a[1] == 1);
    return 0;
}
