// expect: safe
// cbmc: --unwind 9
// what: A low-pass filter in fixed point stays within its range for eight samples.
#include <assert.h>
signed char nondet_schar(void);

int main(void) {
    int state = 0;
    for (int i = 0; i < 8; i++) {
        int sample = nondet_schar() * 256;
        state += (sample - state) / 4;
        assert(state >= -32768 && state <= 32512);
    }
    return 0;
}
