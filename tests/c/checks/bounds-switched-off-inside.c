// expect: safe
// options: --no-check bounds
// native: skip (the sanitizers stop at the index)
// what: With its check switched off, an index may leave its row, as long as it stays in its object.
#include <assert.h>

int main(void) {
    int m[2][3] = {{1, 2, 3}, {4, 5, 6}};
    int i = 4;
    assert(m[0][i] == 5);
    return 0;
}
