// expect: violated
// property: assertion
// line: 12
// what: A macro without parentheses around its parameter.
#include <assert.h>

#define SQUARE(x) x * x

int main(void) {
    int side = 3;
    int area = SQUARE(side + 1);
    assert(area == 16);
    return 0;
}
