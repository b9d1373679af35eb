// expect: violated
// property: assertion
// line: 11
// what: The function writes through a pointer what the loop relies on.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
static void spoil(int *at) { if (*at > 20) *at = -1; else *at += 1; }
int main(void) {
    int n = 0;
    while (nondet_int()) { spoil(&n); assert(n >= 0); }
}
