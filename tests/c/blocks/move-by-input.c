// expect: safe
// what: An element is taken out of an array at a place that an input gives.
#include <assert.h>
#include <string.h>
unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    int a[4] = {10, 11, 12, 13};
    unsigned int at = __VERIFIER_nondet_uint() % 4;
    memmove(a + at, a + at + 1, (3 - at) * sizeof *a);
    for (unsigned int i = 0; i < 3; i++)
        assert(a[i] == (int)(i < at ? 10 + i : 11 + i));
    return 0;
}
