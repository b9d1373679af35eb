// expect: safe
// what: A pointer walks back to the start.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
int main(void) {
    int a[20];
    int *p = a + 20;
    while (p > a && nondet_int()) *--p = 0;
    assert(p >= a);
}
