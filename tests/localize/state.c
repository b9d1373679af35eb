/* A valve that closes further than it can: the position is not put back to zero. A state is no position, even if both are numbers. */
#include <assert.h>

enum state { CLOSED, OPENING, OPEN, CLOSING };
struct valve { enum state state; short position; };

extern _Bool nondet_bool(void);

static void step(struct valve *v, int open, int close) {
    switch (v->state) {
    case CLOSED:
        v->position = 0;
        if (open)
            v->state = OPENING;
        break;
    case OPENING:
        v->position += 30;
        if (v->position >= 90)
            v->state = OPEN;
        if (close)
            v->state = CLOSING;
        break;
    case OPEN:
        if (close)
            v->state = CLOSING;
        break;
    case CLOSING:
        v->position -= 40;
        if (v->position < 0)
            v->state = CLOSED;
        break;
    }
}

int main(void) {
    struct valve v = {CLOSED, 0};
    for (int i = 0; i < 8; i++) {
        step(&v, nondet_bool(), nondet_bool());
        assert(v.position >= 0 && v.position <= 90);
    }
    return 0;
}
