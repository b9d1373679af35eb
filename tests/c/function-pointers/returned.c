// expect: safe
// what: A function that returns a function, by typedef.
#include <assert.h>
_Bool __VERIFIER_nondet_bool(void);

typedef int (*unary)(int);

static int same(int x) { return x; }
static int twice(int x) { return 2 * x; }
static unary choose(_Bool big) { return big ? twice : same; }

int main(void) {
    _Bool big = __VERIFIER_nondet_bool();
    int r = choose(big)(21);
    assert(r == (big ? 42 : 21));
    assert(choose(0) == same && choose(1) != same);
    return 0;
}
