// expect: safe
// what: The work is done in a function.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
static int step(int x) { return x < 99 ? x + 1 : 0; }
int main(void) {
    int x = 0;
    while (1) { x = step(x); assert(x >= 0 && x < 100); }
}
