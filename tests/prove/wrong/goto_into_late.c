// expect: bounded-safe
// what: A loop that is entered in its middle, and goes wrong late.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
int main(void) {
    unsigned i = 1, bad = 0;
    if (nondet_int()) goto middle;
    while (nondet_int()) {
        i++;
middle:
        if (i == 8000) bad = 1;
        assert(!bad);
    }
}
