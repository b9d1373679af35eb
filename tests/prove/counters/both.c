// expect: safe
// what: What one counter loses the other gains.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
int main(void) {
    unsigned n = nondet_uint(), i = n, j = 0;
    while (i > 0) { i--; j++; }
    assert(j == n);
}
