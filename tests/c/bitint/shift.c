// expect: safe
// native: skip (gcc cannot read _BitInt)
// what: What is shifted out is gone, and a sign comes in from above.
#include <assert.h>

extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned _BitInt(12) mask = 0x801;
    unsigned int by = __VERIFIER_nondet_uint() % 12;
    mask <<= by;
    assert(by == 0 || mask == (1u << by));
    _BitInt(12) low = -2048;
    assert(low >> 11 == -1);
    low >>= by;
    assert(low == -(2048 >> by));
    return 0;
}
