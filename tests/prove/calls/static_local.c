// expect: safe
// what: A counter that a function keeps.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
static int next(void) {
    static int n = 0;
    n = n == 9 ? 0 : n + 1;
    return n;
}
int main(void) {
    for (;;) { int n = next(); assert(n >= 0 && n <= 9); }
}
