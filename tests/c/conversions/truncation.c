// expect: safe
// what: A conversion to a narrower type keeps the low bits.
#include <assert.h>
unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned int x = __VERIFIER_nondet_uint();
    unsigned char low = (unsigned char)x;
    assert(low == (x & 0xff));
    unsigned short half = (unsigned short)x;
    assert(half == x % 65536);
    short s = (short)0x18000;
    assert(s == -32768);
    return 0;
}
