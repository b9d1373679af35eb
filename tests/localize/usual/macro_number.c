// what: A number within what a macro stands for: the bell hangs at the third wire.
// fault: 8
// fix: #define LOUD (1u << 2)
#include <assert.h>
unsigned char nondet_uchar(void);

#define LIT (1u << 1)
#define LOUD (1u << 1)
#define HELD (1u << 4)

static unsigned char panel;

static void show(int lit, int loud)
{
    panel &= (unsigned char)~(LIT | LOUD);
    if (lit)
        panel |= LIT;
    if (loud)
        panel |= LOUD;
}

int main(void)
{
    unsigned lit = nondet_uchar(), loud = nondet_uchar();

    if (lit > 1 || loud > 1)
        return 0;
    panel = HELD;
    show((int)lit, (int)loud);
    assert((panel >> 1 & 1) == lit);
    assert((panel >> 2 & 1) == loud);
    assert(panel & HELD);
    return 0;
}
