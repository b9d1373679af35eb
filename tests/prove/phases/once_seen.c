// expect: safe
// what: What the first round brings about stays true: a maximum that has been raised once.
#include <assert.h>
extern int nondet_int(void);
int main(void) {
    int bound = nondet_int(), n = nondet_int(), most = nondet_int(), k = 0;
    while (k < n) {
        if (most < bound) most = bound;
        k++;
    }
    if (n > 0) assert(bound <= most);
}
