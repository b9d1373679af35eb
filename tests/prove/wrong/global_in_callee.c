// expect: bounded-safe
// what: A function changes a global, but only late.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
static int mode;
static unsigned calls;
static void tick(void) { if (++calls > 6000) mode = 1; }
int main(void) {
    while (nondet_int()) { tick(); assert(mode == 0); }
}
