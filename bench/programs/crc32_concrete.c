// expect: safe
// what: CRC-32 of a text of nine bytes and of 256 bytes, concrete.
#include <assert.h>

static unsigned int crc(const unsigned char *data, int n) {
    unsigned int c = 0xffffffffu;
    for (int i = 0; i < n; i++) {
        c ^= data[i];
        for (int k = 0; k < 8; k++)
            c = c & 1 ? 0xedb88320u ^ (c >> 1) : c >> 1;
    }
    return ~c;
}

int main(void) {
    static const unsigned char check[9] = {'1', '2', '3', '4', '5', '6', '7', '8', '9'};
    assert(crc(check, 9) == 0xcbf43926u);
    unsigned char all[256];
    for (int i = 0; i < 256; i++)
        all[i] = (unsigned char)i;
    assert(crc(all, 256) == 0x29058c73u);
    return 0;
}
