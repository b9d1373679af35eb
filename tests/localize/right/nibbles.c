/* A checksum of nibbles: what was joined can be taken apart. */
#include <assert.h>
unsigned nondet_uint(void);
static unsigned join(unsigned high, unsigned low) {
    return (high << 4) + low;
}
int main(void) {
    unsigned high = nondet_uint(), low = nondet_uint();
    if (high > 15 || low > 15) return 0;
    unsigned byte = join(high, low);
    assert(byte >> 4 == high);
    assert((byte & 15) == low);
    return 0;
}
