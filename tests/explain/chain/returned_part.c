/* A record is returned as a whole, and one part of it is looked at: the story is about that part. */
#include <assert.h>
int nondet_int(void);

struct limits {
    int low, high;
};

static struct limits around(int from, int to)
{
    struct limits found = {0, 0};

    found.low = from - 2;
    found.high = to; /* FAULT */
    return found;
}

static struct limits wider(int from, int to)
{
    struct limits inner = around(from, to);

    return inner;
}

int main(void)
{
    int from = nondet_int(), to = nondet_int();

    if (from < 0 || to < from || to > 20)
        return 0;
    struct limits it = wider(from, to);
    assert(it.high == to + 2);
    return 0;
}
