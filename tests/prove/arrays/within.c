// expect: safe
// what: The index stays within the array.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
int a[1000];
int main(void) {
    int i = 0;
    while (nondet_int()) {
        a[i] = nondet_int();
        if (++i == 1000) i = 0;
    }
    return a[0];
}
