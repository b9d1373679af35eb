// expect: bounded-safe
// what: The inner loop spoils what the outer one counts on.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
int main(void) {
    unsigned i = 0, n = nondet_uint();
    while (i < n) {
        unsigned j = 0;
        while (j < 3000) { j++; if (j == 2999) i = 7; }
        assert(i != 7 || n < 3);
        i++;
    }
}
