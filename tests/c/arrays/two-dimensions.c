// expect: safe
// what: A matrix is transposed.
#include <assert.h>

int main(void) {
    int m[2][3] = {{1, 2, 3}, {4, 5, 6}};
    int t[3][2];
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 3; j++)
            t[j][i] = m[i][j];
    assert(t[0][1] == 4 && t[2][0] == 3 && t[2][1] == 6);
    assert(sizeof m == 24 && sizeof m[0] == 12);
    return 0;
}
