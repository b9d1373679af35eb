// vacuity: not-taken 19
// vacuity: unreached 25
// what: A loop without end, shown by induction: a state that nothing leads to, and an assertion behind it.
#include <assert.h>
extern int nondet_int(void);

enum door { CLOSED, OPENING, OPEN, CLOSING, BLOCKED };

int main(void) {
    enum door door = CLOSED;
    int held = 0;
    for (;;) {
        int button = nondet_int();
        switch (door) {
        case CLOSED: door = button == 1 ? OPENING : CLOSED; break;
        case OPENING: door = OPEN; break;
        case OPEN: door = button == 2 ? CLOSING : OPEN; break;
        case CLOSING: door = CLOSED; break;
        case BLOCKED: held++; break;
        }
        if (held > 100)
            held = 100;
        assert(door <= CLOSING);
        if (held > 0) {
            assert(held <= 100);
        }
    }
}
