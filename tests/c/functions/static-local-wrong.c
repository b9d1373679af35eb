// expect: violated
// property: assertion
// line: 18
// what: A counter that should start anew with each call does not.
#include <assert.h>

static int count_set(unsigned int x) {
    static int bits = 0;
    while (x != 0) {
        bits += x & 1;
        x >>= 1;
    }
    return bits;
}

int main(void) {
    assert(count_set(7) == 3);
    assert(count_set(1) == 1);
    return 0;
}
