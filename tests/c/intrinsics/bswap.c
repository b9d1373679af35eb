// expect: safe
// what: Swapped twice, bytes are where they were.
#include <assert.h>
unsigned int __VERIFIER_nondet_uint(void);
unsigned short __VERIFIER_nondet_ushort(void);

int main(void) {
    unsigned int x = __VERIFIER_nondet_uint();
    unsigned short s = __VERIFIER_nondet_ushort();
    assert(__builtin_bswap32(__builtin_bswap32(x)) == x);
    assert(__builtin_bswap32(x) >> 24 == (x & 0xff));
    assert(__builtin_bswap16(s) == (unsigned short)(s << 8 | s >> 8));
    assert(__builtin_bswap64(0x0102030405060708ull) == 0x0807060504030201ull);
    return 0;
}
