/* The sum of two lengths is kept in a byte. */
#include <assert.h>
unsigned char nondet_uchar(void);

static int room(int size, unsigned char head, unsigned char body)
{
    unsigned char needed = head + body; /* FAULT */

    return size >= needed;
}

int main(void)
{
    unsigned char head = nondet_uchar(), body = nondet_uchar();

    if (room(100, head, body))
        assert(head + body <= 100);
    return 0;
}
