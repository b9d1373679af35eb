// Codes samples as four-bit differences. What the decoder will hear is to stay a sample of 12 bits,
// but only its upper limit is kept.
#include <assert.h>
#include "adpcm.h"

#define SAMPLES 3

static int encode(struct channel *c, int sample) {
    int step = step_size[c->step];
    int gap = sample - c->value;
    int code = 0;
    if (gap < 0) {
        code = 8;
        gap = -gap;
    }
    if (gap >= step) {
        code |= 4;
        gap -= step;
    }
    if (gap >= step >> 1) {
        code |= 2;
        gap -= step >> 1;
    }
    if (gap >= step >> 2)
        code |= 1;
    c->value += difference(code, step);
    if (c->value > 2047)
        c->value = 2047;
    c->step += step_change[code & 7];
    if (c->step < 0)
        c->step = 0;
    if (c->step > LAST_STEP)
        c->step = LAST_STEP;
    return code;
}

int main(void) {
    struct channel c;
    c.value = between(-2048, 2047);
    c.step = between(0, LAST_STEP);
    for (int i = 0; i < SAMPLES; i++) {
        int sample = between(-2048, 2047);
        int code = encode(&c, sample);
        assert(0 <= code && code <= 15);
        assert(-2048 <= c.value && c.value <= 2047);
    }
    return 0;
}
