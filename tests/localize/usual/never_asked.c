// what: A pump is started whatever the load is, though there is a limit for it.
// fault: 14
// fix: return level >= LEAST_LEVEL && load <= MOST_LOAD;
#include <assert.h>
#include <stdbool.h>
#define LEAST_LEVEL 20
#define MOST_LOAD 900

int nondet_int(void);

static bool may_start(int level, int load)
{
    // Below the level the pump runs dry.
    return level >= LEAST_LEVEL;
}

int main(void)
{
    int level = nondet_int(), load = nondet_int();

    if (level < 0 || level > 100 || load < 0 || load > 2000)
        return 0;
    bool starts = may_start(level, load);
    assert(!starts || level > 19);
    assert(!starts || load < 901);
    assert(starts || level <= 19 || load >= 901);
    return 0;
}
