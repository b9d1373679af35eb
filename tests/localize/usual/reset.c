// what: The sum of a row is carried over into the next one.
// fault: 14
// fix: sum = 0;
#include <assert.h>
int nondet_int(void);
#define ROWS 3
#define COLUMNS 2

static int fullest(int cell[ROWS][COLUMNS])
{
    int best = 0, most = 0, sum = 0;

    for (int row = 0; row < ROWS; row++) {
        for (int column = 0; column < COLUMNS; column++)
            sum += cell[row][column];
        if (sum > most) {
            most = sum;
            best = row;
        }
    }
    return best;
}

int main(void)
{
    int cell[ROWS][COLUMNS];

    for (int row = 0; row < ROWS; row++)
        for (int column = 0; column < COLUMNS; column++) {
            cell[row][column] = nondet_int();
            if (cell[row][column] < 0 || cell[row][column] > 100)
                return 0;
        }
    int best = fullest(cell);
    for (int row = 0; row < ROWS; row++)
        if (row < best)
            assert(cell[best][0] + cell[best][1] > cell[row][0] + cell[row][1]);
        else
            assert(cell[best][0] + cell[best][1] >= cell[row][0] + cell[row][1]);
    return 0;
}
