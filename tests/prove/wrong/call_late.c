// expect: bounded-safe
// what: It fails at a depth that nobody has followed.
#include <assert.h>
unsigned nondet_uint(void);
static unsigned counted(unsigned n) {
    if (n == 0)
        return 0;
    return counted(n - 1) + 1;
}
int main(void) {
    assert(counted(nondet_uint()) != 500000);
    return 0;
}
