/* A door whose motor goes on running when something is in the way. */
#include <assert.h>
int nondet_int(void);
enum state { OPEN, CLOSING, CLOSED };
struct door {
    enum state state;
    int motor;
};
static void handle(struct door *d, int event) {
    if (d->state == OPEN && event == 1) {
        d->motor = 1;
        d->state = CLOSING;
    } else if (d->state == CLOSING && event == 2) {
        d->state = OPEN; /* FAULT: the motor is not switched off */
    } else if (d->state == CLOSING && event == 3) {
        d->motor = 0;
        d->state = CLOSED;
    }
}
int main(void) {
    struct door d = {OPEN, 0};
    for (int i = 0; i < 3; i++) {
        handle(&d, nondet_int());
        assert(d.state != OPEN || !d.motor);
    }
    return 0;
}
