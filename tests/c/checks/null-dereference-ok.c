// expect: safe
// what: The result of the search is tested.
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
    int wanted = __VERIFIER_nondet_int();
    int *p = find(a, 3, wanted);
    if (p)
        assert(*p == wanted);
    return 0;
}
