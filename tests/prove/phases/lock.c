// expect: safe
// what: A lock is taken and given back in turns.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
int main(void) {
    int lock = 0;
    while (nondet_int()) {
        assert(lock == 0);
        lock = 1;
        if (nondet_int()) { /* work */ }
        assert(lock == 1);
        lock = 0;
    }
    assert(lock == 0);
}
