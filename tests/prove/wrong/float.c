// expect: bounded-safe
// what: A sum of fractions is not what it seems.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
int main(void) {
    float f = 0;
    while (nondet_int()) { f += 0.25f; assert(f < 3000); }
}
