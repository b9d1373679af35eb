// expect: safe
// options: --function blend
// what: Parameters of several types.
#include <assert.h>

int blend(unsigned char a, unsigned char b, _Bool first) {
    int r = first ? a : b;
    assert(r >= 0 && r <= 255);
    assert(!first || r == a);
    return r;
}
