// expect: safe
// what: What a function returns that counts down to zero, however deep it goes.
#include <assert.h>
unsigned nondet_uint(void);
static unsigned counted(unsigned n) {
    if (n == 0)
        return 0;
    return counted(n - 1) + 1;
}
int main(void) {
    unsigned n = nondet_uint();
    assert(counted(n) == n);
    return 0;
}
