// expect: safe
// native: skip (gcc cannot read _BitInt)
// options: --function checked
// what: Parameters and results keep their width, also where they come from outside.
#include <assert.h>

unsigned _BitInt(6) outside(void);

static unsigned _BitInt(6) half(unsigned _BitInt(6) x) {
    return x / 2;
}

int checked(unsigned _BitInt(6) x, _BitInt(3) y) {
    assert(x < 64 && y >= -4 && y <= 3);
    assert(half(x) < 32);
    assert(outside() <= 63);
    switch (y) {
    case -4:
    case -3:
    case -2:
    case -1:
    case 0:
    case 1:
    case 2:
    case 3:
        return x ? y : 0;
    default:
        assert(0);
    }
    return 0;
}
