// vacuity: assumptions 9
// what: No number meets both assumptions: everything behind them holds.
#include <assert.h>
extern int nondet_int(void);

int main(void) {
    int n = nondet_int();
    __CPROVER_assume(n > 100);
    __CPROVER_assume(n < 50);
    assert(n == 75);
    return 0;
}
