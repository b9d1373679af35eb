// expect: safe
// what: If the sum is said to fit, it is the sum.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), sum;
    _Bool overflows = __builtin_add_overflow(a, b, &sum);
    assert(overflows == ((long)a + b != sum));
    return 0;
}
