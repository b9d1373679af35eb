// expect: safe
// what: First up, then down again.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
int main(void) {
    unsigned n = nondet_uint(), i = 0;
    while (i < n) i++;
    while (i > 0) i--;
    assert(i == 0);
}
