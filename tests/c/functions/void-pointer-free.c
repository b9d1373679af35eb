// expect: safe
// what: A void function called for its effect on a global.
#include <assert.h>

int balance = 10;

void pay(int amount) {
    if (amount > balance)
        return;
    balance -= amount;
}

int main(void) {
    pay(4);
    assert(balance == 6);
    pay(7);
    assert(balance == 6);
    (void)pay(6);
    assert(balance == 0);
    return 0;
}
