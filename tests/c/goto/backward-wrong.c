// expect: violated
// property: assertion
// line: 17
// what: The loop tests after the work, so it runs once too often.
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char n = __VERIFIER_nondet_uchar();
    if (n > 6)
        n = 6;
    unsigned int i = 0;
again:
    i++;
    if (i < n)
        goto again;
    assert(i == n);
    return 0;
}
