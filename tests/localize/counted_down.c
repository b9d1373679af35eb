// what: Who leaves is not counted down. To count down where one counts up would do for the check, and count nothing.
// fix: guests--;
// leave: 24
#include <assert.h>
#include <stdbool.h>

#define ROOMS 3

int nondet_int(void);

static bool taken[ROOMS];
static int guests, bills;

static int arrive(int room)
{
    if (room < 0 || room >= ROOMS || taken[room])
        return -1;
    taken[room] = true;
    bills = bills + 1;
    guests++;
    return 0;
}

static void leave(int room)
{
    if (room < 0 || room >= ROOMS || !taken[room])
        return;
    taken[room] = false;
}

int main(void)
{
    int a = nondet_int(), b = nondet_int();
    arrive(a);
    arrive(b);
    leave(a);
    leave(b);
    assert(guests == 0);
    return 0;
}
