// expect: violated
// property: assertion
// line: 10
// what: Some numbers read the same from both ends.
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned short x = __VERIFIER_nondet_uchar() % 4 * 257;
    assert(__builtin_bswap16(x) != x);
    return 0;
}
