// expect: violated
// property: assertion
// line: 19
// what: The result is used although the function said that there is none.
#include <assert.h>
int __VERIFIER_nondet_int(void);

static int divide(int a, int b, int *quotient) {
    if (b == 0)
        return 0;
    *quotient = a / b;
    return 1;
}

int main(void) {
    int b = __VERIFIER_nondet_int() & 7;
    int q = -1;
    divide(100, b, &q);
    assert(q >= 0);
    return 0;
}
