// expect: violated
// property: assertion
// line: 11
// what: The limit is passed by one.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
int main(void) {
    unsigned n = nondet_uint(), i = 0;
    while (i <= n && i < 50) i++;
    assert(i <= n);
}
