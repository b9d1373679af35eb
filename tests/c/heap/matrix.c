// expect: safe
// options: --check leak
// what: Rows of a length that an input gives, as many as another says.
#include <assert.h>
#include <stdlib.h>
unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned int rows = __VERIFIER_nondet_uint() % 3 + 1, columns = __VERIFIER_nondet_uint() % 3 + 1;
    int **m = malloc(rows * sizeof *m);
    for (unsigned int i = 0; i < rows; i++) {
        m[i] = malloc(columns * sizeof **m);
        for (unsigned int j = 0; j < columns; j++)
            m[i][j] = (int)(i * 10 + j);
    }
    assert(m[rows - 1][columns - 1] == (int)((rows - 1) * 10 + columns - 1));
    for (unsigned int i = 0; i < rows; i++)
        free(m[i]);
    free(m);
    return 0;
}
