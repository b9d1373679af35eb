// expect: violated
// property: assertion
// line: 11
// what: The lock is not given back in one branch.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
int main(void) {
    int lock = 0;
    while (nondet_int()) {
        assert(lock == 0);
        lock = 1;
        if (nondet_int()) continue;
        lock = 0;
    }
}
