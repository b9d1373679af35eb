/* From any time of day, a tick should lead to the next second. */
#include <assert.h>

#include "clock.h"

uint8_t nondet_byte(void);
void __VERIFIER_assume(int condition);

static uint8_t bcd(int number) {
    return (uint8_t)(number / 10 << 4 | number % 10);
}

int main(void) {
    uint8_t hour = nondet_byte(), minute = nondet_byte(), second = nondet_byte();
    __VERIFIER_assume(hour < 24 && minute < 60 && second < 60);
    struct clock c = {bcd(hour), bcd(minute), bcd(second)};
    tick(&c);

    /* The same in plain numbers. */
    second++;
    if (second == 60) {
        second = 0;
        minute++;
    }
    if (minute == 60) {
        minute = 0;
        hour++;
    }
    if (hour == 24)
        hour = 0;
    struct clock right = {bcd(hour), bcd(minute), bcd(second)};
    assert(c.hour == right.hour && c.minute == right.minute && c.second == right.second);
    return 0;
}
