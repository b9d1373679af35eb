// what: A length that a frame says of itself is believed.
// fault: 13
// fix: if (at + length > n)
#include <assert.h>
unsigned char nondet_uchar(void);
#define FRAME 5

static int sum(const unsigned char *frame, int n)
{
    int at = 0, total = 0;

    while (at < n) {
        int length = frame[at++];

        for (int i = 0; i < length; i++)
            total += frame[at + i];
        at += length;
    }
    return total;
}

int main(void)
{
    unsigned char frame[FRAME];

    for (int i = 0; i < FRAME; i++)
        frame[i] = nondet_uchar() % 8;
    int total = sum(frame, FRAME);
    assert(total >= 0 && total <= 7 * FRAME);
    return 0;
}
