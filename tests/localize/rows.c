// The wrong field in an index. Changes of the early return would keep every run away from the fault, and mend nothing.
#include <assert.h>
#include <stdlib.h>

typedef struct {
    int rows, columns;
    int *cells;
} matrix;

static int *at(matrix *m, int row, int column) {
    return &m->cells[row * m->rows + column];
}

int nondet_int(void);

int main(void) {
    int rows = nondet_int(), columns = nondet_int();
    if (rows < 1 || rows > 2 || columns < 1 || columns > 2)
        return 0;
    matrix m = {rows, columns, calloc((size_t)(rows * columns), sizeof(int))};
    if (!m.cells)
        return 1;
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            *at(&m, i, j) = 10 * i + j;
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            assert(*at(&m, i, j) == 10 * i + j);
    free(m.cells);
    return 0;
}
