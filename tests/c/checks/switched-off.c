// expect: safe
// options: --no-check overflow
// what: A class that is switched off is not reported; unsigned-like wrapping is what runs.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    int y = x + 1;
    assert((unsigned int)y == (unsigned int)x + 1u);
    return 0;
}
