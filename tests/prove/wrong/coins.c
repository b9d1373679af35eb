// expect: violated
// property: assertion
// line: 17
// what: One of the coins is worth less than it is counted for, in the fourth round at the earliest.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
int main(void) {
    unsigned ones = 0, twos = 0, fives = 0, worth = 0;
    while (nondet_int()) {
        switch (nondet_uint() % 3) {
        case 0: ones++; worth += 1; break;
        case 1: twos++; worth += 2; break;
        default: fives++; worth += fives > 3 ? 4 : 5; break;
        }
    }
    assert(worth == ones + 2 * twos + 5 * fives);
}
