// expect: violated
// property: assertion
// line: 10
// what: Two throws may be the same.
#include <assert.h>
#include <stdlib.h>

int main(void) {
    int a = rand() % 6, b = rand() % 6;
    assert(a != b);
    return 0;
}
