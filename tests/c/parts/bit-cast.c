// expect: safe
// native: skip (gcc cannot read it in C)
// what: The same bytes as a value of another type.
#include <assert.h>

struct pair {
    short a, b;
};

int main(void) {
    float f = 1.5f;
    int i = __builtin_bit_cast(int, f);
    assert(i == 0x3fc00000 && __builtin_bit_cast(float, i) == f);
    struct pair p = __builtin_bit_cast(struct pair, 0x00020001);
    assert(p.a == 1 && p.b == 2 && __builtin_bit_cast(unsigned, p) == 0x20001u);
    return 0;
}
