// expect: violated
// property: assertion
// line: 13
// what: The timer can be late.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
int main(void) {
    unsigned timer = 0;
    int running = 0;
    while (1) {
        if (!running && nondet_int()) { running = 1; timer = nondet_uint() % 30; }
        if (running) { assert(timer > 0); timer--; if (timer == 0) running = 0; }
    }
}
