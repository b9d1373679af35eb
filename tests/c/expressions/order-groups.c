// expect: safe
// what: Of six arguments two pairs see each other, and two see nobody: each pair has its own two orders.
#include <assert.h>
static int n, m;
static int next(void) { return ++n; }
static int other(void) { return m += 10; }
static int twice(int x) { return 2 * x; }
static void take(int a, int b, int c, int d, int e, int f) {
    assert(a + d == 3 && (a == 1 || a == 2));
    assert(b + e == 30 && (b == 10 || b == 20));
    assert(c == 14 && f == 5);
}
int main(void) {
    int seven = 7;
    take(next(), other(), twice(seven), next(), other(), seven - 2);
    return 0;
}
