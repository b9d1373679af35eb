// what: Row and column are exchanged where a board is read.
// fault: 14
// fix: n += board[row][column];
#include <assert.h>
_Bool nondet_bool(void);
#define ROWS 2
#define COLUMNS 2

static int in_row(int board[ROWS][COLUMNS], int row)
{
    int n = 0;

    for (int column = 0; column < COLUMNS; column++)
        n += board[column][row];
    return n;
}

int main(void)
{
    int board[ROWS][COLUMNS];

    for (int row = 0; row < ROWS; row++)
        for (int column = 0; column < COLUMNS; column++)
            board[row][column] = nondet_bool();
    for (int row = 0; row < ROWS; row++)
        assert(in_row(board, row) == board[row][0] + board[row][1]);
    return 0;
}
