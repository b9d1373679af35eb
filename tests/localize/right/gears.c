/* A gear box: every command changes the gear by one at most. */
#include <assert.h>
int nondet_int(void);
enum command { UP, DOWN, HOLD, NEUTRAL };
static int shift(int gear, int command) {
    switch (command) {
    case UP:
        if (gear < 5)
            gear++;
        break;
    case DOWN:
        if (gear > 0)
            gear--;
        break;
    case NEUTRAL:
        gear = 0;
        break;
    default:
        break;
    }
    return gear;
}
int main(void) {
    int gear = 0;
    for (int i = 0; i < 4; i++) {
        int command = nondet_int();
        int before = gear;
        gear = shift(gear, command);
        assert(gear >= 0 && gear <= 5);
        if (command == UP && before < 5)
            assert(gear == before + 1);
    }
    return 0;
}
