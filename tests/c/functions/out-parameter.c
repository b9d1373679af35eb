// expect: safe
// what: A result through a pointer, success as the returned value.
#include <assert.h>
int __VERIFIER_nondet_int(void);

static int divide(int a, int b, int *quotient) {
    if (b == 0 || b == -1)
        return 0;
    *quotient = a / b;
    return 1;
}

int main(void) {
    int a = __VERIFIER_nondet_int(), q = 7;
    assert(!divide(a, 0, &q));
    assert(q == 7);
    if (divide(a, 2, &q))
        assert(q <= 1073741823 && q >= -1073741824);
    return 0;
}
