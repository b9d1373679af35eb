// expect: safe
// what: Counts of small numbers.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
unsigned count[10];
int main(void) {
    while (nondet_int()) {
        unsigned v = nondet_uint();
        if (v < 10) count[v]++;
    }
    return count[3] > 0;
}
