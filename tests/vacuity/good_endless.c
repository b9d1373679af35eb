// what: A loop without end, shown by induction, in which everything is done in some round.
#include <assert.h>
extern int nondet_int(void);

int main(void) {
    int level = 0, alarms = 0;
    while (nondet_int()) {
        int change = nondet_int();
        if (change > 10)
            change = 10;
        if (change < -10)
            change = -10;
        level += change;
        if (level < 0)
            level = 0;
        if (level > 1000) {
            level = 1000;
            if (alarms < 100)
                alarms++;
        }
        assert(level >= 0 && level <= 1000);
        if (alarms > 0)
            assert(alarms <= 100);
    }
    return 0;
}
