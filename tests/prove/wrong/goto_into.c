// expect: violated
// property: assertion
// line: 14
// what: A jump into a loop skips what its head would say.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
int main(void) {
    unsigned i = 0;
    if (nondet_int()) goto middle;
    while (i < 4000) {
        i++;
middle:
        assert(i > 0);
    }
}
