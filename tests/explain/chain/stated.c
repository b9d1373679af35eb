#include <assert.h>

extern unsigned char nondet_uchar(void);

static unsigned char lamps[2];

static void light(unsigned char which) {
    lamps[which / 8] |= (unsigned char)(1u << (which % 8));
}

// Only the assertion asks for it, and yet it is what the assertion is about.
static int lit(void) {
    int n = 0;
    for (int half = 1; half < 2; half++) // FAULT: it should start at 0
        for (unsigned char rest = lamps[half]; rest; rest >>= 1)
            n += rest & 1;
    return n;
}

int main(void) {
    unsigned char a = nondet_uchar() % 16, b = nondet_uchar() % 16;
    if (a == b)
        return 0;
    light(a);
    light(b);
    assert(lit() == 2);
    return 0;
}
