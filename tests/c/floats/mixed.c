// expect: safe
// what: Half is the same number in every format, and int meets double as double.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    float f = 0.5;
    int n = __VERIFIER_nondet_int();
    assert(f == 0.5 && 3 / 2 * 1.0 == 1.0 && 3 / 2.0 == 1.5);
    assert(n + 0.5 > n);
    return 0;
}
