// expect: safe
// what: A pointer to an array steps by whole rows.
#include <assert.h>

int main(void) {
    int m[3][2] = {{1, 2}, {3, 4}, {5, 6}};
    int(*row)[2] = m;
    row++;
    assert((*row)[0] == 3);
    assert(row[1][1] == 6);
    assert(*(*(m + 2) + 1) == 6);
    assert(row - m == 1);
    return 0;
}
