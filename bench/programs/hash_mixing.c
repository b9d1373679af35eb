// expect: safe
// what: A mixing function over sixty-four concrete words.
#include <assert.h>

static unsigned int rotate(unsigned int x, int by) { return x << by | x >> (32 - by); }

int main(void) {
    unsigned int s[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    for (unsigned int i = 0; i < 64; i++) {
        unsigned int w = i * 0x9e3779b9u;
        unsigned int t = s[7] + (rotate(s[4], 26) ^ rotate(s[4], 7)) + ((s[4] & s[5]) ^ (~s[4] & s[6])) + w;
        unsigned int u = (rotate(s[0], 30) ^ rotate(s[0], 19)) + ((s[0] & s[1]) | (s[2] & (s[0] | s[1])));
        for (int k = 7; k > 0; k--)
            s[k] = s[k - 1];
        s[4] += t;
        s[0] = t + u;
    }
    unsigned int all = 0;
    for (int k = 0; k < 8; k++)
        all ^= s[k];
    assert(all != 0);
    return 0;
}
