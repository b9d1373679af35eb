// what: It is not asked whether there is enough for what is taken off besides.
// fix: if (units + HEADER > room[port])
#include <assert.h>
unsigned char nondet_uchar(void);

#define HEADER 3
#define PORTS 2

static int room[PORTS] = {20, 9};
static int sent;

static int send(int port, int units)
{
    if (units > room[port])
        return 0;
    room[port] -= HEADER;
    room[port] -= units;
    sent += units;
    return 1;
}

int main(void)
{
    int packets = 0;

    for (int k = 0; k < 3; k++)
        packets += send(nondet_uchar() % PORTS, nondet_uchar());
    for (int port = 0; port < PORTS; port++)
        assert(room[port] >= 0);
    assert(sent + packets * HEADER + room[0] + room[1] == 29);
    return 0;
}
