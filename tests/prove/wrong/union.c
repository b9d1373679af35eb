// expect: bounded-safe
// what: A number and a pointer in one place.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
union both { int *pointer; unsigned long number; };
int main(void) {
    int x = 0, late = 0;
    union both u;
    u.pointer = &x;
    unsigned i = 0;
    while (nondet_int()) { if (++i == 5000) late = 1; *u.pointer = late; assert(x == 0); }
}
