// expect: safe
// what: A matrix both of whose lengths are inputs: every element has a place of its own.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
    if (n < 1 || n > 3 || m < 1 || m > 3)
        return 0;
    int a[n][m];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[i][j] = 10 * i + j;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            assert(a[i][j] == 10 * i + j);
    assert(sizeof a == n * m * sizeof(int) && sizeof a[0] == m * sizeof(int));
    return 0;
}
