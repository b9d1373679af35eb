/* Waits for the line to become quiet. */
#include <assert.h>

int nondet_int(void);

int main(void) {
    int busy = 0;
    while (nondet_int() != 0)
        busy = (busy + 1) % 8;
    assert(busy < 8);
    return 0;
}
