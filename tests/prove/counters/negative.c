// expect: safe
// what: A counter below zero.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
int main(void) {
    int i = -10;
    while (nondet_int()) { if (i < -1) i++; else i = -10; }
    assert(i >= -10 && i < 0);
}
