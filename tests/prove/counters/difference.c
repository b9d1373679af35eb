// expect: safe
// what: Two counters stay as far apart as they were.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
int main(void) {
    unsigned x = nondet_uint(), y = x + 7;
    while (nondet_int()) { x += 3; y += 3; }
    assert(y - x == 7);
}
