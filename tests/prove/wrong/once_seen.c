// expect: violated
// property: assertion
// line: 11
// what: Where the loop is not gone round, nothing was raised.
#include <assert.h>
extern int nondet_int(void);
int main(void) {
    int bound = nondet_int(), n = nondet_int(), most = nondet_int();
    for (int k = 1; k < n; k++)
        if (most < bound) most = bound;
    if (n > 0) assert(bound <= most);
}
