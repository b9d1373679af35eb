// expect: bounded-safe
// what: A rare write through a pointer.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
int main(void) {
    unsigned i = 0;
    int x = 0, *p = &x;
    while (nondet_int()) { i++; if (i == 7000) *p = 1; assert(x == 0); }
}
