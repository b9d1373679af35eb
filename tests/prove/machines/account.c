// expect: safe
// what: An account is never overdrawn.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
static unsigned balance;
static int withdraw(unsigned amount) {
    if (amount > balance) return 0;
    balance -= amount;
    return 1;
}
int main(void) {
    while (1) {
        if (nondet_int()) { unsigned d = nondet_uint() % 1000; if (balance < 1000000) balance += d; }
        else withdraw(nondet_uint());
        assert(balance < 1001000);
    }
}
