// Decodes four-bit differences. The step is kept from growing beyond its table, not from shrinking.
#include "adpcm.h"

#define CODES 6

static void decode(struct channel *c, int code) {
    int step = step_size[c->step];
    c->value += difference(code, step);
    if (c->value > 32767)
        c->value = 32767;
    if (c->value < -32768)
        c->value = -32768;
    c->step += step_change[code & 7];
    if (c->step > LAST_STEP)
        c->step = LAST_STEP;
}

int main(void) {
    struct channel c = {0, 4};
    for (int i = 0; i < CODES; i++)
        decode(&c, between(0, 15));
    return 0;
}
