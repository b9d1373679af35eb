// vacuity: not-taken 20
// what: A state that no command leads to.
#include <assert.h>
extern unsigned nondet_unsigned(void);

enum state { IDLE, RUN, STOPPED, BROKEN };

int main(void) {
    enum state state = IDLE;
    int steps = 0;
    for (int i = 0; i < 3; i++) {
        unsigned command = nondet_unsigned() % 3;
        switch (state) {
        case IDLE: state = command == 1 ? RUN : IDLE; break;
        case RUN:
            steps++;
            state = command == 2 ? STOPPED : RUN;
            break;
        case STOPPED: break;
        case BROKEN: steps = 0; break;
        }
    }
    assert(steps <= 3);
    return 0;
}
