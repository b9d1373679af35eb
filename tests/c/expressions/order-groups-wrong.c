// expect: violated
// property: assertion
// line: 11
// native: skip (the compiler chooses)
// what: Two pairs of arguments that see each other need not go in the same direction.
#include <assert.h>
static int n, m;
static int next(void) { return ++n; }
static int other(void) { return m += 10; }
static void take(int a, int b, int c, int d) {
    assert(!(a < c && b > d));
}
int main(void) {
    take(next(), other(), next(), other());
    return 0;
}
