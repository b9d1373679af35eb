// expect: safe
// what: A parameter whose rows have the length that another parameter gives.
#include <assert.h>
int __VERIFIER_nondet_int(void);

static int trace(int rows, int cols, int m[rows][cols]) {
    int sum = 0;
    for (int i = 0; i < rows && i < cols; i++)
        sum += m[i][i];
    return sum;
}

static int last(int rows, int m[rows][3]) {
    return m[rows - 1][2];
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 3)
        return 0;
    int a[n][n + 1], b[n][3];
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= n; j++)
            a[i][j] = i == j;
    b[n - 1][2] = 7;
    assert(trace(n, n + 1, a) == n);
    assert(last(n, b) == 7);
    return 0;
}
