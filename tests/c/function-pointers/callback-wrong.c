// expect: violated
// property: assertion
// line: 16
// what: The wrong function is passed on one path.
#include <assert.h>
int __VERIFIER_nondet_int(void);

static int smaller(int a, int b) { return a < b; }
static int larger(int a, int b) { return a > b; }

static int best(int a, int b, int (*better)(int, int)) { return better(a, b) ? a : b; }

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    int max = best(a, b, a == 0 ? smaller : larger);
    assert(max >= a && max >= b);
    return 0;
}
