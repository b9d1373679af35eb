// what: The answer about the first is taken for the answer about all.
// fault: 17
// fix: return 0;
#include <assert.h>
int nondet_int(void);
#define VALVES 3

static int is_shut(int valve)
{
    return valve == 0;
}

static int all_shut(const int *valve)
{
    int i;
    for (i = 0; i < VALVES; i++) {
        return is_shut(valve[i]);
    }
    return 1;
}

int main(void)
{
    int valve[VALVES];

    for (int i = 0; i < VALVES; i++) {
        valve[i] = nondet_int();
        if (valve[i] < 0 || valve[i] > 2)
            return 0;
    }
    int shut = all_shut(valve);
    if (shut)
        for (int i = 0; i < VALVES; i++)
            assert(valve[i] == 0);
    else
        assert(valve[0] + valve[1] + valve[2] > 0);
    return 0;
}
