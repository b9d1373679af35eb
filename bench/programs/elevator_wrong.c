// expect: violated
// property: assertion
// line: 32
// cbmc: --unwind 9
// what: An elevator that may move with its door open, eight ticks.
#include <assert.h>
unsigned char nondet_uchar(void);

int main(void) {
    int floor = 0, target = 0, door_open = 0, hold = 0;
    for (int tick = 0; tick < 8; tick++) {
        unsigned char button = nondet_uchar();
        if (button < 4 && !door_open)
            target = button;
        if (button == 9)
            hold = 2;
        if (floor == target && !door_open && hold == 0) {
            door_open = 1;
            hold = 1;
        } else if (door_open && hold > 0) {
            hold--;
            if (hold == 0 && floor == target)
                door_open = 0;
            if (hold == 1)
                target = (floor + 1) % 4;
        }
        int before = floor;
        if (floor < target)
            floor++;
        else if (floor > target)
            floor--;
        assert(floor == before || !door_open);
    }
    return 0;
}
