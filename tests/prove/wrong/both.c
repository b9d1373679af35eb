// expect: violated
// property: assertion
// line: 11
// what: What is gained is one more.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
int main(void) {
    unsigned n = nondet_uint(), i = n, j = 1;
    while (i > 0) { i--; j++; }
    assert(j == n);
}
