// expect: violated
// property: assertion
// line: 10
// what: Trailing zeros are not the position from one.
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned int x = __VERIFIER_nondet_uchar() | 1024u;
    assert(__builtin_ctz(x) + 1 != __builtin_ffs((int)x));
    return 0;
}
