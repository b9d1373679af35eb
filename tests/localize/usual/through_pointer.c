// what: A count that is kept by somebody else is not begun anew.
// fault: 14
// fix: *misses = 0;
#include <assert.h>
int nondet_int(void);

#define MOST 2

static int alarms;

static void answer(int heard, int *misses)
{
    if (heard) {
        alarms = 0;
        return;
    }
    *misses += 1;
    if (*misses > MOST)
        alarms++;
}

int main(void)
{
    int misses = 0, in_a_row = 0;

    alarms = 0;
    for (int i = 0; i < 5; i++) {
        int heard = nondet_int();
        if (heard < 0 || heard > 1)
            return 0;
        answer(heard, &misses);
        in_a_row = heard ? 0 : in_a_row + 1;
        assert((alarms > 0) == (in_a_row > MOST));
    }
    return 0;
}
