// expect: safe
// what: A loop in a loop, both with a limit from outside.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
int main(void) {
    unsigned n = nondet_uint(), inner = 0;
    for (unsigned i = 0; i < n; i++) {
        unsigned j = 0;
        while (j < n) j++;
        inner = j;
        assert(inner == n);
    }
}
