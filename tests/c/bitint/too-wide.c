// expect: unknown
// native: skip (gcc cannot read _BitInt)
// what: Numbers of more than 128 bits are not modelled.
#include <assert.h>

int main(void) {
    unsigned _BitInt(256) x = 1;
    x = x << 200;
    assert(x != 0);
    return 0;
}
