// what: Two arguments the wrong way round, where another call has them right.
// fault: 22
// fix: return nearer(now, wanted, 2);
#include <assert.h>
int nondet_int(void);

/* one step from where it is towards where it should be */
static int nearer(int from, int to, int step)
{
    return from < to ? from + step : from > to ? from - step : from;
}

static int slowly(int now, int wanted)
{
    return nearer(now, wanted, 1);
}

static int quickly(int now, int wanted)
{
    if (now - wanted < 2 && wanted - now < 2)
        return slowly(now, wanted);
    return nearer(wanted, now, 2);
}

int main(void)
{
    int now = nondet_int(), wanted = nondet_int();

    if (now < 0 || now > 30 || wanted < 0 || wanted > 30)
        return 0;
    int next = quickly(now, wanted);
    if (now < wanted)
        assert(next > now && next <= wanted && next <= now + 2);
    else
        assert(next <= now && next >= wanted && next >= now - 2);
    return 0;
}
