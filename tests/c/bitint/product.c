// expect: safe
// native: skip (gcc cannot read _BitInt)
// what: Widths decide what two numbers are computed as, whatever their sign; products and quotients of odd widths.
#include <assert.h>

int main(void) {
    _BitInt(40) wide = 1000000;
    unsigned int small = 4000;
    assert(_Generic(wide * small, _BitInt(40): 1, default: 0));
    assert(wide * small == 4000000000ll);
    unsigned _BitInt(9) a = 300;
    _BitInt(12) b = -7;
    assert(_Generic(a * b, _BitInt(12): 1, default: 0));
    assert(b / (_BitInt(12))2 == -3 && b % (_BitInt(12))2 == -1);
    _BitInt(128) huge = (_BitInt(128))1 << 100;
    assert(huge / ((_BitInt(128))1 << 98) == 4);
    unsigned _BitInt(100) edge = 0xFFFFFFFFFFFFFFFFFFFFFFFFFuwb;
    assert(edge + (unsigned _BitInt(100))1 == 0);
    assert(edge >> 99 == 1 && -edge == 1);
    return 0;
}
