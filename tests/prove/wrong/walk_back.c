// expect: violated
// property: out-of-object
// line: 11
// what: The pointer walks before the start.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
int main(void) {
    int a[5];
    int *p = a + 5;
    while (nondet_int()) { *--p = 0; if (p < a) p = a + 5; }
}
