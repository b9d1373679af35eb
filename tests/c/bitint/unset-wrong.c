// expect: violated
// property: assertion
// line: 11
// native: skip (gcc cannot read _BitInt)
// what: A number that was never set has any value of its width, and none beyond.
#include <assert.h>

int main(void) {
    unsigned _BitInt(4) x;
    unsigned _BitInt(4) y = x;
    assert(y < 15);
    return 0;
}
