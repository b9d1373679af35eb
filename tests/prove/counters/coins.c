// expect: safe
// what: What is in a box is what the coins in it are worth, whichever are thrown in.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
int main(void) {
    unsigned ones = 0, twos = 0, fives = 0, worth = 0;
    while (nondet_int()) {
        switch (nondet_uint() % 3) {
        case 0: ones++; worth += 1; break;
        case 1: twos++; worth += 2; break;
        default: fives++; worth += 5; break;
        }
    }
    assert(worth == ones + 2 * twos + 5 * fives);
}
