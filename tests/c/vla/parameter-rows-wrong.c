// expect: violated
// property: assertion
// line: 24
// what: The function is told that rows are one shorter than they are, and walks across the matrix.
#include <assert.h>
int __VERIFIER_nondet_int(void);

static int trace(int rows, int cols, int m[rows][cols]) {
    int sum = 0;
    for (int i = 0; i < rows && i < cols; i++)
        sum += m[i][i];
    return sum;
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 3)
        return 0;
    int a[n][n + 1];
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= n; j++)
            a[i][j] = i == j;
    int (*flat)[n] = (int (*)[n])a;
    assert(trace(n, n, flat) == n);
    return 0;
}
