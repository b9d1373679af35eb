// The pace of the laps that were timed; a lap that was not has the time 0. The guard asks for laps, not for timed ones: other changes let every
// run pass as well, but give another pace to laps that had one.
// fault: 17
#include <stdio.h>

unsigned nondet_unsigned(void);

static unsigned pace(const unsigned *laps, unsigned n) {
    unsigned total = 0;
    unsigned timed = 0;
    for (unsigned i = 0; i < n; i++) {
        if (laps[i] > 0) {
            total += laps[i];
            timed++;
        }
    }
    if (n == 0)
        return 0;
    return total / timed;
}

int main(void) {
    unsigned laps[3];
    unsigned n = nondet_unsigned();
    if (n > 3)
        return 0;
    for (unsigned i = 0; i < n; i++) {
        laps[i] = nondet_unsigned();
        if (laps[i] > 900)
            return 0;
    }
    printf("%u\n", pace(laps, n));
    return 0;
}
