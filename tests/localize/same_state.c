// what: a valve opens and an alarm rings when a tank is full; the alarm is the wrong way round
// fault: 19
// `full` could only help by saying one thing to the valve and another to the alarm. It sees the same both times, so that
// no other expression in it can do that.
#include <assert.h>

int nondet_int(void);

int level, capacity = 100;

static int full(void) {
    return level >= capacity;
}

int main(void) {
    level = nondet_int();
    int open = full();
    int alarm = 0;
    if (!full())
        alarm = 1;
    assert(open == alarm);
    return 0;
}
