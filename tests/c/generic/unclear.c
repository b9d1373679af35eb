// expect: unknown
// what: Where an association may be meant by a compatible type, no other one is taken.
#include <assert.h>

int main(void) {
    int rows[2][3] = {{1}};
    assert(_Generic(rows, int (*)[]: 1, default: 2) == 1);
    return 0;
}
