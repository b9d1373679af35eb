// expect: safe
// what: A function that calls itself with what it returns.
#include <assert.h>
extern int nondet_int(void);
static int f(int n) {
    if (n > 100)
        return n - 10;
    return f(f(n + 11));
}
int main(void) {
    int n = nondet_int();
    if (n > 101) return 0;
    assert(f(n) == 91);
}
