// expect: violated
// property: assertion
// line: 13
// native: skip (the variable is not defined)
// what: A register need not hold what was written to it.
#include <assert.h>
extern struct {
    volatile unsigned char in, out;
} device;

int main(void) {
    device.out = 1;
    assert(device.out == 1);
    return 0;
}
