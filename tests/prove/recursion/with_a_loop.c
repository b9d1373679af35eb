// expect: safe
// what: A loop in a function that calls itself.
#include <assert.h>
int nondet_int(void);
static int steps(int n) {
    int some = 0;
    for (int i = 0; i < n; i++)
        if (some < 10)
            some++;
    if (n <= 0)
        return some;
    return steps(n - 1);
}
int main(void) {
    int found = steps(nondet_int());
    assert(found >= 0 && found <= 10);
    return 0;
}
