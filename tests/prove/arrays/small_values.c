// expect: safe
// what: What is put into the array stays small.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
int main(void) {
    int a[3] = {0, 0, 0}, k = 0;
    while (nondet_int()) {
        a[k] = nondet_int() & 7;
        k = (k + 1) % 3;
    }
    assert(a[0] <= 7 && a[1] <= 7 && a[2] <= 7);
}
