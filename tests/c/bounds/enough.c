// expect: safe
// options: --unwind 12
// what: A fixed bound that suffices.
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char n = __VERIFIER_nondet_uchar();
    if (n > 10)
        n = 10;
    int i = 0;
    while (i < n)
        i++;
    assert(i == n);
    return 0;
}
