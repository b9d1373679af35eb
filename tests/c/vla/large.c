// expect: safe
// native: skip (the stack)
// what: C has no limit for what is on the stack; two gigabytes are followed at their start.
#include <assert.h>
unsigned nondet_uint(void);
int main(void) {
    unsigned n = nondet_uint();
    if (n < 2 || n > 2000000000)
        return 0;
    char a[n];
    a[1] = 4;
    a[0] = 3;
    assert(a[1] == 4);
    return 0;
}
