// what: What is shifted is not cut off, where its neighbours are.
// fault: 19
// fix: return ((stamp >> 5) & 0x3F);
#include <assert.h>
unsigned short nondet_ushort(void);

static unsigned seconds(unsigned stamp)
{
    return (stamp & 0x1F) * 2;
}

static unsigned quarter(unsigned stamp)
{
    return (stamp & 0x3F) / 16;
}

static unsigned minutes(unsigned stamp)
{
    return (stamp >> 5);
}

static unsigned hours(unsigned stamp)
{
    return stamp >> 11;
}

int main(void)
{
    unsigned stamp = nondet_ushort();

    assert(quarter(stamp) < 4);
    assert((minutes(stamp) << 5 | (stamp & 0x1F)) + (hours(stamp) << 11) == stamp);
    assert(seconds(stamp) < 64);
    return 0;
}
