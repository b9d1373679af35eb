/* A second goes by on the clock chip. */
#include "clock.h"

/* One more, in decimal digits: after 0x09 comes 0x10. */
static uint8_t next(uint8_t bcd) {
    if ((bcd & 0x0f) == 9)
        return bcd + 7;
    return bcd + 1;
}

void tick(struct clock *c) {
    c->second = next(c->second);
    if (c->second < 60)
        return;
    c->second = 0;
    c->minute = next(c->minute);
    if (c->minute < 0x60)
        return;
    c->minute = 0;
    c->hour = next(c->hour);
    if (c->hour < 0x24)
        return;
    c->hour = 0;
}
