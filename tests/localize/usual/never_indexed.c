// what: Whatever the level is, the limit of the first one is given.
// fault: 11
// fix: return limit[level];
#include <assert.h>

static const int limit[4] = {400, 500, 640, 740};
int nondet_int(void);

static int limit_of(int level)
{
    return limit[0];
}

static int is_near(int distance, int level) { return distance < limit_of(level); }

int main(void)
{
    int distance = nondet_int(), level = nondet_int();

    if (level < 0 || level > 3 || distance < 0 || distance > 1000)
        return 0;
    int near = is_near(distance, level);
    assert(level != 1 || near == (distance < 500));
    assert(level != 3 || near == (distance < 740));
    assert(level != 0 || near == (distance < 400));
    return 0;
}
