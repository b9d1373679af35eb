// expect: bounded-safe
// options: --unwind 5
// what: A fixed bound that cuts the loop off.
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char n = __VERIFIER_nondet_uchar();
    int i = 0;
    while (i < n)
        i++;
    assert(i == n);
    return 0;
}
