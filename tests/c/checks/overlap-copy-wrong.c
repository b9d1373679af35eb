// expect: violated
// property: overlap
// line: 12
// what: The elements move up by one with memcpy.
#include <string.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int a[6] = {1, 2, 3, 4, 5, 6}, n = __VERIFIER_nondet_int();
    if (n < 0 || n > 5)
        return 0;
    memcpy(a + 1, a, n * sizeof *a);
    return a[0];
}
