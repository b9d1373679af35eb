// expect: safe
// cbmc: --unwind 5
// what: An add-rotate-xor cipher of four rounds: decryption undoes encryption.
#include <assert.h>
unsigned int nondet_uint(void);

static unsigned int rotate(unsigned int x, int by) { return x << by | x >> (32 - by); }

int main(void) {
    static const unsigned int key[4] = {0x243f6a88u, 0x85a308d3u, 0x13198a2eu, 0x03707344u};
    unsigned int a = nondet_uint(), b = nondet_uint();
    unsigned int x = a, y = b;
    for (int r = 0; r < 4; r++) {
        x = rotate(x, 24) + y;
        x ^= key[r];
        y = rotate(y, 3) ^ x;
    }
    for (int r = 3; r >= 0; r--) {
        y = rotate(y ^ x, 29);
        x = rotate((x ^ key[r]) - y, 8);
    }
    assert(x == a && y == b);
    return 0;
}
