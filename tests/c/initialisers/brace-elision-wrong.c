// expect: violated
// property: assertion
// line: 9
// what: Without inner braces the values fill row by row.
#include <assert.h>

int main(void) {
    int m[2][3] = {1, 2, 3, 4};
    assert(m[1][0] == 3);
    return 0;
}
