// expect: safe
// what: qsort brings inputs into order.
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

static int order(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

int main(void) {
    int a[4];
    for (int i = 0; i < 4; i++)
        a[i] = __VERIFIER_nondet_int();
    int first = a[0];
    qsort(a, 4, sizeof *a, order);
    assert(a[0] <= a[1] && a[1] <= a[2] && a[2] <= a[3]);
    assert(a[0] == first || a[1] == first || a[2] == first || a[3] == first);
    return 0;
}
