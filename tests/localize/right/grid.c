/* Free neighbours of a place on a board. */
#include <assert.h>

#define WIDE 3
#define HIGH 2

int nondet_int(void);

static int neighbours(const int board[HIGH][WIDE], int row, int column) {
    int n = 0;
    for (int r = row - 1; r <= row + 1; r++) {
        for (int c = column - 1; c <= column + 1; c++) {
            if (r < 0 || r >= HIGH || c < 0 || c >= WIDE)
                continue;
            if (r == row && c == column)
                continue;
            if (board[r][c] == 0)
                n++;
        }
    }
    return n;
}

static int distance(int a, int b) {
    return a < b ? b - a : a - b;
}

int main(void) {
    int board[HIGH][WIDE];
    for (int r = 0; r < HIGH; r++)
        for (int c = 0; c < WIDE; c++)
            board[r][c] = nondet_int() > 0;
    int row = nondet_int(), column = nondet_int();
    if (row < 0 || row >= HIGH || column < 0 || column >= WIDE)
        return 0;
    int expected = 0;
    for (int r = 0; r < HIGH; r++)
        for (int c = 0; c < WIDE; c++)
            if (distance(r, row) <= 1 && distance(c, column) <= 1 && distance(r, row) + distance(c, column) > 0)
                expected += !board[r][c];
    assert(neighbours(board, row, column) == expected);
    return 0;
}
