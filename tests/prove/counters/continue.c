// expect: safe
// what: Rounds that are cut short count, too.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
int main(void) {
    unsigned even = 0, all = 0, n = nondet_uint();
    for (unsigned i = 0; i < n; i++) {
        all++;
        if (nondet_int()) continue;
        even++;
    }
    assert(even <= all);
}
