// expect: safe
// what: A machine with four states.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
int main(void) {
    int state = 0, ticks = 0;
    while (1) {
        switch (state) {
        case 0: if (nondet_int()) { state = 1; ticks = 0; } break;
        case 1: if (++ticks == 5) state = 2; break;
        case 2: state = nondet_int() ? 3 : 0; break;
        case 3: state = 0; break;
        default: assert(0);
        }
        assert(ticks <= 5);
    }
}
