// expect: violated
// property: assertion
// line: 12
// what: A macro that evaluates its argument twice.
#include <assert.h>

#define MAX(a, b) ((a) > (b) ? (a) : (b))

int main(void) {
    int x = 5;
    int m = MAX(x++, 3);
    assert(m == 5);
    return 0;
}
