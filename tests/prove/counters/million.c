// expect: safe
// what: More rounds than anyone follows one by one.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
int main(void) {
    unsigned x = nondet_uint() % 2, i = 0;
    while (i < 1000000) { x = 1 - x; i++; }
    assert(x <= 1);
}
