// expect: bounded-safe
// what: The same after too many rounds to be followed.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
static void spoil(int *at) { if (*at > 9000) *at = -1; else *at += 1; }
int main(void) {
    int n = 0;
    while (nondet_int()) { spoil(&n); assert(n >= 0); }
}
