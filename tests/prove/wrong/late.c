// expect: bounded-safe
// what: The counter is compared too late, after many rounds.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
int main(void) {
    unsigned i = 0;
    while (nondet_int()) {
        i++;
        if (i > 5000) i = 0;
        assert(i < 5000);
    }
}
