#include <assert.h>

int nondet_int(void);

/* The last eight readings of a sensor, for ever. */
int main(void) {
    int window[8] = {0};
    int at = 0, filled = 0, alarm = 0;
    while (nondet_int()) {
        int reading = nondet_int();
        if (reading < -40 || reading > 125)
            continue;
        whyc_cover(filled == 8 && reading == 125);
        window[at] = reading;
        at = (at + 1) % 8;
        if (filled < 8)
            filled++;
        if (filled > 8)
            alarm = 1;
    }
    assert(filled <= 8);
    assert(!alarm || filled == 8);
    return 0;
}
