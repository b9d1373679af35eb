// vacuity: unreached 6
// what: The function with the assertion is called behind a condition that is never true.
#include <assert.h>
extern int nondet_int(void);

static void audit(int balance) { assert(balance >= 0); }

int main(void) {
    int balance = nondet_int();
    if (balance < 0)
        balance = 0;
    int overdrawn = balance < 0;
    if (overdrawn)
        audit(balance);
    return balance;
}
