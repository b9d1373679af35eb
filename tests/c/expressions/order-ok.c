// expect: safe
// what: Where operands do not disturb each other, or are in order, nothing depends on it.
#include <assert.h>
static int n, m;
static int next(void) { return ++n; }
static int other(void) { return ++m; }
static int fib(int k) { return k < 2 ? k : fib(k - 1) + fib(k - 2); }
static int sub(int a, int b) { return a - b; }
int main(void) {
    int i = 0, a[2] = {1, 2};
    assert(sub(next(), other()) == 0);
    assert((next(), next()) == 3 && next() == 4);
    assert(next() ? next() == 6 : 0);
    int k = next() + next();
    assert(k == 15 && fib(6) == 8);
    a[i] = a[i + 1] + i;
    i = i + 1;
    int *p = a;
    *p++ = i++;
    assert(a[0] == 1 && i == 2);
    return 0;
}
