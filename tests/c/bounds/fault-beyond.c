// expect: bounded-safe
// options: --unwind 4
// native: skip (the fault lies beyond the bound on purpose)
// what: A fault that needs more iterations than the bound allows.
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char n = __VERIFIER_nondet_uchar();
    int i;
    for (i = 0; i < n; i++)
        assert(i != 40);
    return 0;
}
