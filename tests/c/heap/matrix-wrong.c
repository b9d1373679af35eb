// expect: violated
// property: out-of-object
// line: 14
// what: The rows are as long as the columns should be.
#include <stdlib.h>
unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned int rows = __VERIFIER_nondet_uint() % 3 + 1, columns = __VERIFIER_nondet_uint() % 3 + 1;
    int **m = malloc(rows * sizeof *m);
    for (unsigned int i = 0; i < rows; i++) {
        m[i] = malloc(rows * sizeof **m);
        for (unsigned int j = 0; j < columns; j++)
            m[i][j] = (int)(i * 10 + j);
    }
    return 0;
}
