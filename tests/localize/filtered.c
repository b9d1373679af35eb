// what: a shift that ends with an hour does not count that hour; `plausible` only says which shifts are tried.
// fault: 20
#include <assert.h>
int nondet_int(void);

struct shift {
    int from, to;
};

static int plausible(const struct shift *s)
{
    return s->from >= 0 && s->from < 24
        && s->to >= s->from && s->to < 24;
}

/* How many of its hours are at night. */
static int night_hours(const struct shift *s)
{
    int n = 0;
    for (int hour = s->from; hour < s->to; hour++)
        if (hour < 6 || hour >= 22)
            n++;
    return n;
}

int main(void)
{
    struct shift s = {nondet_int(), nondet_int()};

    if (!plausible(&s))
        return 0;
    int n = night_hours(&s);
    assert(n <= s.to - s.from + 1);
    if (s.from >= 22)
        assert(n == s.to - s.from + 1);
    if (s.from >= 6 && s.to < 22)
        assert(n == 0);
    return 0;
}
