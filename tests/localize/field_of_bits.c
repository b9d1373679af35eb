// what: A field of a word gets new bits, and keeps the old ones.
// fix: word &= ~(SPEED << at);
#include <assert.h>
unsigned char nondet_uchar(void);

#define SPEED 7

static unsigned short ports;

static void set_speed(int port, unsigned speed)
{
    int at = 3 * port;
    unsigned word = ports;

    word |= (speed & SPEED) << at;
    ports = (unsigned short)word;
}

int main(void)
{
    int port = nondet_uchar() % 5;
    unsigned first = nondet_uchar() & SPEED, second = nondet_uchar() & SPEED;

    set_speed((port + 1) % 5, 5);
    set_speed(port, first);
    set_speed(port, second);
    assert((ports >> 3 * port & SPEED) == second);
    assert((ports >> 3 * ((port + 1) % 5) & SPEED) == 5);
    return 0;
}
