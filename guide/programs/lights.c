#include <assert.h>

int nondet_int(void);
void __CPROVER_assume(_Bool);

// How many lamps of eight burn, and at what temperature.
int main(void) {
    int lamps = nondet_int();
    __CPROVER_assume(lamps >= 0 && lamps <= 8);
    int outside = nondet_int();  // whyc: dist outside=normal(12, 8)
    int inside = outside + 9 * lamps;
    assert(inside < 85);
}
