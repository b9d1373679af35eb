// expect: violated
// property: assertion
// line: 11
// what: Zero passes the test for powers of two.
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned int x = __VERIFIER_nondet_uchar();
    if ((x & (x - 1)) == 0)
        assert(__builtin_popcount(x) == 1);
    return 0;
}
