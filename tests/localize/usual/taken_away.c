// what: Bits are turned over where they should be taken away.
// fault: 15
// fix: *open &= ~(1u << valve);
#include <assert.h>
#define VALVES 4
unsigned nondet_uint(void);

static void open_valve(unsigned *open, unsigned valve)
{
    *open |= 1u << valve;
}

static void close_valve(unsigned *open, unsigned valve)
{
    *open ^= 1u << valve;
}

int main(void)
{
    unsigned open = 0;

    for (int i = 0; i < 4; i++) {
        unsigned valve = nondet_uint() % VALVES, was = open;
        if (nondet_uint() % 2) {
            open_valve(&open, valve);
            assert(open >> valve & 1);
        } else {
            close_valve(&open, valve);
            assert(!(open >> valve & 1));
        }
        assert((open & ~(1u << valve)) == (was & ~(1u << valve)));
    }
    return 0;
}
