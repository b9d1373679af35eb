// expect: violated
// property: assertion
// line: 11
// native: skip (the compiler chooses)
// what: Arguments are evaluated in any order.
#include <assert.h>
static int n;
static int next(void) { return ++n; }
static int sub(int a, int b) { return a - b; }
int main(void) {
    assert(sub(next(), next()) == -1);
    return 0;
}
