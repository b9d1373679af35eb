// expect: safe
// what: goto leaves two loops at once.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int grid[2][3] = {{4, 8, 15}, {16, 23, 42}};
    int wanted = __VERIFIER_nondet_int();
    int row, column;
    for (row = 0; row < 2; row++)
        for (column = 0; column < 3; column++)
            if (grid[row][column] == wanted)
                goto found;
    assert(wanted != 23);
    return 0;
found:
    assert(grid[row][column] == wanted);
    assert(wanted != 16 || (row == 1 && column == 0));
    return 0;
}
