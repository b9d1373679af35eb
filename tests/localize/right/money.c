/* An account with a limit and a fee for what goes beyond the balance. */
#include <assert.h>

#define LIMIT 500
#define FEE 5

int nondet_int(void);

struct account {
    int balance;
    int fees;
    int n_refused;
};

static void deposit(struct account *a, int amount) {
    if (amount <= 0)
        return;
    a->balance += amount;
}

static int withdraw(struct account *a, int amount) {
    int cost = amount;
    if (amount <= 0)
        return 0;
    if (amount > a->balance)
        cost = amount + FEE;
    if (a->balance - cost < -LIMIT) {
        a->n_refused++;
        return 0;
    }
    a->balance -= cost;
    a->fees += cost - amount;
    return amount;
}

int main(void) {
    struct account a = {0, 0, 0};
    int in = nondet_int();
    int out = nondet_int();
    if (in < -10 || in > 1000 || out < -10 || out > 2000)
        return 0;
    deposit(&a, in);
    int had = in > 0 ? in : 0;
    assert(a.balance == had);
    int got = withdraw(&a, out);
    assert(a.balance >= -LIMIT);
    assert(got == 0 || got == out);
    assert(a.balance == had - got - a.fees);
    assert(a.fees == (got > had ? FEE : 0));
    if (out > 0 && got == 0)
        assert(a.n_refused == 1 && had - out - FEE < -LIMIT);
    return 0;
}
