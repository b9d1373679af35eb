// expect: bounded-safe
// what: Two loops that overlap, by jumps.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
int main(void) {
    unsigned i = 0, n = 0;
first:
    i++;
second:
    n++;
    if (nondet_int() && i < 100000) goto first;
    if (nondet_int()) goto second;
    assert(n < 5000);
}
