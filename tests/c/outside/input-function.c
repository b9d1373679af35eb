// expect: safe
// native: skip (gcc lacks what this program calls)
// what: Input functions change nothing.
#include <assert.h>

int counter;
int nondet_int(void);
unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    nondet_int();
    __VERIFIER_nondet_uchar();
    assert(counter == 0);
    return 0;
}
