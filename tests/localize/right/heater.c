/* Two zones of a heater are switched by their own sensors. */
#include <assert.h>
#include <stdbool.h>
int nondet_int(void);
struct zone { int wanted, measured; bool on; };
static struct zone left, right;
static void control(void) {
    if (left.measured < left.wanted)
        left.on = true;
    else
        left.on = false;
    if (right.measured < right.wanted)
        right.on = true;
    else
        right.on = false;
}
int main(void) {
    left.wanted = nondet_int();
    left.measured = nondet_int();
    right.wanted = nondet_int();
    right.measured = nondet_int();
    control();
    assert(left.on == (left.measured < left.wanted));
    assert(right.on == (right.measured < right.wanted));
    return 0;
}
