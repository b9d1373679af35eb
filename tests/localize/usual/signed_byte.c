// what: The lower byte of a word is read with its sign.
// fault: 11
// fix: return frame[2 * at + 1] * 256 + (uint8_t)frame[2 * at];
#include <assert.h>
#include <stdint.h>
signed char nondet_schar(void);
#define WORDS 2

static int word(const int8_t *frame, int at)
{
    return frame[2 * at + 1] * 256 + frame[2 * at];
}

int main(void)
{
    int8_t frame[2 * WORDS];

    for (int i = 0; i < 2 * WORDS; i++)
        frame[i] = nondet_schar();
    for (int at = 0; at < WORDS; at++) {
        int value = word(frame, at);
        assert((value & 0xff) == (frame[2 * at] & 0xff));
        assert(value >> 8 == frame[2 * at + 1]);
    }
    return 0;
}
