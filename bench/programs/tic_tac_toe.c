// expect: safe
// cbmc: --unwind 10
// what: Any game: the two players never both win.
#include <assert.h>
unsigned char nondet_uchar(void);

static const unsigned char lines[8][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};

static int wins(const unsigned char *board, unsigned char who) {
    for (int i = 0; i < 8; i++)
        if (board[lines[i][0]] == who && board[lines[i][1]] == who && board[lines[i][2]] == who)
            return 1;
    return 0;
}

int main(void) {
    unsigned char board[9] = {0};
    unsigned char turn = 1;
    for (int move = 0; move < 7; move++) {
        unsigned char cell = nondet_uchar() % 9;
        if (board[cell] != 0)
            break;
        board[cell] = turn;
        if (wins(board, turn))
            break;
        turn = 3 - turn;
    }
    assert(!(wins(board, 1) && wins(board, 2)));
    return 0;
}
