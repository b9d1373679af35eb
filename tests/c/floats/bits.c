// expect: safe
// what: A float is its bits.
#include <assert.h>

int main(void) {
    float f = -1.5f;
    unsigned int *bits = (unsigned int *)&f;
    assert(*bits == 0xbfc00000u);
    *bits = 0x40490fdbu;
    assert(f > 3.14159f && f < 3.1416f);
    return 0;
}
