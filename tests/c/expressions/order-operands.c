// expect: violated
// property: assertion
// line: 11
// native: skip (the compiler chooses)
// what: So are the operands of most operators.
#include <assert.h>
static int n = 1;
static int twice(void) { return n *= 2; }
int main(void) {
    int x = n + twice();
    assert(x == 3);
    return 0;
}
