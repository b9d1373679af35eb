// expect: safe
// what: Four arguments that see each other, in each of their orders: no number is given twice.
#include <assert.h>
static int n;
static int next(void) { return ++n; }
static int all_given(int a, int b, int c, int d) { return a + b + c + d == 10 && a * b * c * d == 24; }
int main(void) {
    assert(all_given(next(), next(), next(), next()));
    assert(n == 4);
    return 0;
}
