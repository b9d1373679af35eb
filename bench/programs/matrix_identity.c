// expect: safe
// cbmc: --unwind 5
// what: A symbolic 4x4 matrix times the identity.
#include <assert.h>
short nondet_short(void);

#define N 4

int main(void) {
    int a[N][N], id[N][N], c[N][N];
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            a[i][j] = nondet_short();
            id[i][j] = i == j;
        }
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            c[i][j] = 0;
            for (int k = 0; k < N; k++)
                c[i][j] += a[i][k] * id[k][j];
        }
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            assert(c[i][j] == a[i][j]);
    return 0;
}
