/* The time of day as a clock chip keeps it: two decimal digits in each byte (BCD). */
#include <stdint.h>

struct clock {
    uint8_t hour, minute, second;
};

void tick(struct clock *c);
