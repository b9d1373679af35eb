// expect: violated
// property: bounds
// line: 12
// what: The index is set back too late.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
int a[10];
int main(void) {
    int i = 0;
    while (nondet_int()) {
        a[i] = nondet_int();
        if (i++ == 10) i = 0;
    }
    return a[0];
}
