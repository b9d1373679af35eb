// expect: bounded-safe
// what: The same with an array that is too long to be followed to its end.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
int a[4000];
int main(void) {
    int i = 0;
    while (nondet_int()) {
        a[i] = nondet_int();
        if (i++ == 4000) i = 0;
    }
    return a[0];
}
