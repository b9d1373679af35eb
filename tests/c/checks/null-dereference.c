// expect: violated
// property: null-dereference
// line: 18
// what: A search that finds nothing returns null.
#include <assert.h>
int __VERIFIER_nondet_int(void);

static int *find(int *a, int n, int wanted) {
    for (int i = 0; i < n; i++)
        if (a[i] == wanted)
            return &a[i];
    return 0;
}

int main(void) {
    int a[3] = {1, 2, 3};
    int *p = find(a, 3, __VERIFIER_nondet_int());
    *p = 0;
    return 0;
}
