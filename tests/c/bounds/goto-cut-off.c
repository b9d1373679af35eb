// expect: bounded-safe
// options: --unwind 3
// what: A loop made by goto is bounded as well.
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char n = __VERIFIER_nondet_uchar();
    unsigned int i = 0;
again:
    if (i < n) {
        i++;
        goto again;
    }
    assert(i == n);
    return 0;
}
