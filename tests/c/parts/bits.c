// expect: safe
// native: skip (only clang has these)
// what: Bits reversed and rotated.
#include <assert.h>
unsigned nondet_uint(void);
int main(void) {
    unsigned x = nondet_uint(), n = nondet_uint() % 32;
    assert(__builtin_bitreverse32(__builtin_bitreverse32(x)) == x);
    assert(__builtin_bitreverse8(0x13) == 0xc8);
    assert(__builtin_rotateright32(__builtin_rotateleft32(x, n), n) == x);
    assert(__builtin_rotateleft8(0x81, 9) == 3);
    assert(__builtin_clrsb(0) == 31 && __builtin_clrsb(-1) == 31 && __builtin_clrsb(1) == 30);
    return 0;
}
