// expect: safe
// cbmc: --unwind 257
// what: CRC-32 bit by bit and by table agree on two symbolic bytes.
#include <assert.h>
unsigned char nondet_uchar(void);

static unsigned int table[256];

static unsigned int step(unsigned int c) {
    for (int k = 0; k < 8; k++)
        c = c & 1 ? 0xedb88320u ^ (c >> 1) : c >> 1;
    return c;
}

int main(void) {
    for (unsigned int i = 0; i < 256; i++)
        table[i] = step(i);
    unsigned int slow = 0xffffffffu, fast = 0xffffffffu;
    for (int i = 0; i < 2; i++) {
        unsigned char byte = nondet_uchar();
        slow = step(slow ^ byte);
        fast = table[(fast ^ byte) & 0xff] ^ (fast >> 8);
    }
    assert(slow == fast);
    return 0;
}
