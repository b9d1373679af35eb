// expect: safe
// what: All elements of a small array are cleared.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
int main(void) {
    int a[4];
    for (int i = 0; i < 4; i++) a[i] = nondet_int();
    while (nondet_int()) {
        int k = nondet_int();
        if (k >= 0 && k < 4) a[k] = 0;
    }
    return 0;
}
