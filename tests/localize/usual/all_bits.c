// what: Any of some bits is enough where all are wanted.
// fault: 10
// fix: return (granted & wanted) == wanted;
#include <assert.h>
unsigned char nondet_uchar(void);

/* what a door lets through: all that somebody wants has to be granted */
static int lets_through(unsigned granted, unsigned wanted)
{
    return (granted & wanted) != 0;
}

int main(void)
{
    unsigned granted = nondet_uchar() & 7, wanted = nondet_uchar() & 7;

    if (wanted == 0)
        return 0;
    int passes = lets_through(granted, wanted);
    assert(passes == ((~granted & wanted) == 0));
    return 0;
}
