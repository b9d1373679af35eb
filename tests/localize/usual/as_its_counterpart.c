// what: On the way back the pause at each stop is not counted; on the way there it is.
// fault: 22
// fix: time = ride(stops) + pauses(stops, rush);
#include <assert.h>

int nondet_int(void);

static int ride(int stops) { return 4 * stops; }

static int pauses(int stops, int rush) { return stops > 3 ? (stops - 1) * rush : 2 * rush; }

static int there(int stops, int rush)
{
    int time;
    time = ride(stops) + pauses(stops, rush);
    return time;
}

static int back(int stops, int rush)
{
    int time;
    time = ride(stops) + 2 * rush;
    return time;
}

int main(void)
{
    int stops = nondet_int(), rush = nondet_int();

    if (stops < 1 || stops > 9 || rush < 0 || rush > 3)
        return 0;
    int expected = 4 * stops;
    for (int i = 0; i < (stops > 3 ? stops - 1 : 2); i++)
        expected += rush;
    assert(there(stops, rush) == expected);
    assert(back(stops, rush) == expected);
    return 0;
}
