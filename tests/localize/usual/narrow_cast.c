// what: What has passed on a clock of eight bits is computed in more of them.
// fault: 12
// fix: return (uint8_t)(now - since) >= limit;
#include <assert.h>
#include <stdint.h>
unsigned char nondet_uchar(void);

static uint8_t limit = 30;

static int is_due(uint8_t now, uint8_t since)
{
    return now - since >= limit;
}

int main(void)
{
    uint8_t since = nondet_uchar(), passed = nondet_uchar();
    uint8_t now = (uint8_t)(since + passed);
    int due = is_due(now, since);

    if (passed >= 30)
        assert(due);
    else
        assert(!due);
    return 0;
}
