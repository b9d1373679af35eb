// expect: violated
// property: assertion
// line: 12
// what: Incrementing a byte past 255 starts again at zero.
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char retries = __VERIFIER_nondet_uchar();
    unsigned char before = retries;
    retries++;
    assert(retries > before);
    return 0;
}
