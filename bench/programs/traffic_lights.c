// expect: safe
// cbmc: --unwind 13
// what: A controller of two lights over twelve ticks: never green both ways.
#include <assert.h>
_Bool nondet_bool(void);

enum light { RED, AMBER, GREEN };

int main(void) {
    enum light north = GREEN, east = RED;
    int timer = 0;
    for (int tick = 0; tick < 12; tick++) {
        _Bool car_north = nondet_bool(), car_east = nondet_bool();
        timer++;
        if (north == GREEN && car_east && timer > 2) {
            north = AMBER;
            timer = 0;
        } else if (north == AMBER) {
            north = RED;
            east = GREEN;
            timer = 0;
        } else if (east == GREEN && car_north && timer > 2) {
            east = AMBER;
            timer = 0;
        } else if (east == AMBER) {
            east = RED;
            north = GREEN;
            timer = 0;
        }
        assert(north == RED || east == RED);
        assert(north != RED || east != RED);
    }
    return 0;
}
