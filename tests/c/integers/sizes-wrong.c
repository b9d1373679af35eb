// expect: violated
// property: assertion
// line: 14
// what: long is wider than int here.
#include <assert.h>

int main(void) {
    long wide = 1;
    int bits = 0;
    while (wide > 0 && bits < 62) {
        wide *= 2;
        bits++;
    }
    assert(bits == 31);
    return 0;
}
