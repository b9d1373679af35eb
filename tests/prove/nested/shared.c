// expect: safe
// what: Inner and outer loop share a counter.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
int main(void) {
    unsigned i = 0, n = nondet_uint();
    while (i < n) {
        while (i < n && nondet_int()) i++;
        if (i < n) i++;
    }
    assert(i == n);
}
