// expect: violated
// property: overflow
// line: 9
// what: A comparison that subtracts.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

static int order(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b;
}

int main(void) {
    int a[3];
    for (int i = 0; i < 3; i++)
        a[i] = __VERIFIER_nondet_int();
    qsort(a, 3, sizeof *a, order);
    return 0;
}
