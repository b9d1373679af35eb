// expect: safe
// what: A matrix handed on row by row.
#include <assert.h>

static int trace(int m[][3]) {
    int t = 0;
    for (int i = 0; i < 3; i++)
        t += m[i][i];
    return t;
}

static int row_sum(const int *row) { return row[0] + row[1] + row[2]; }

int main(void) {
    int m[3][3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
    assert(trace(m) == 15);
    assert(row_sum(m[1]) == 15);
    return 0;
}
