// expect: violated
// property: assertion
// line: 11
// native: skip (the compiler chooses)
// what: An index is read before or after the value is computed.
#include <assert.h>
static int a[3], n;
static int next(void) { return ++n; }
int main(void) {
    a[n] = next();
    assert(a[0] == 1);
    return 0;
}
