#include <assert.h>

unsigned nondet_unsigned(void);

int main(void) {
    unsigned serial = nondet_unsigned();
    unsigned volts = nondet_unsigned();
    unsigned colour = nondet_unsigned();
    unsigned level = colour % 4;
    if (serial == 20080)
        level += volts / 1000000000;
    assert(level < 7);
}
