// expect: safe
// what: Concrete 6x6 matrices: (AB)C = A(BC).
#include <assert.h>

#define N 6

static void multiply(int a[N][N], int b[N][N], int c[N][N]) {
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            c[i][j] = 0;
            for (int k = 0; k < N; k++)
                c[i][j] += a[i][k] * b[k][j];
        }
}

int main(void) {
    int a[N][N], b[N][N], c[N][N], ab[N][N], bc[N][N], left[N][N], right[N][N];
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            a[i][j] = i + 2 * j;
            b[i][j] = 3 * i - j;
            c[i][j] = i == j ? 2 : 1;
        }
    multiply(a, b, ab);
    multiply(ab, c, left);
    multiply(b, c, bc);
    multiply(a, bc, right);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            assert(left[i][j] == right[i][j]);
    return 0;
}
