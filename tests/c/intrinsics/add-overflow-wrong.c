// expect: violated
// property: assertion
// line: 11
// what: The sum wraps where it does not fit.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), sum;
    __builtin_add_overflow(a, b, &sum);
    assert((long)a + b == sum);
    return 0;
}
