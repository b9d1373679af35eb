// what: What takes an angle back behind a full turn has been lost.
// fault: 12
// fix: angle -= TURN;
#include <assert.h>
#define TURN 360

int nondet_int(void);

static int turned(int angle, int by)
{
    angle += by;
    if (angle >= TURN)

    if (angle < 0)
        angle += TURN;
    return angle;
}

int main(void)
{
    int angle = nondet_int(), by = nondet_int();

    if (angle < 0 || angle >= TURN || by < -90 || by > 90)
        return 0;
    int now = turned(angle, by);
    assert(now >= 0 && now < TURN);
    assert((now - angle - by) % TURN == 0);
    return 0;
}
