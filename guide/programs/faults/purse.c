#include <assert.h>

int nondet_int(void);

// ANCHOR: pay
static int pay(int *from, int *to, int amount) {
    if (amount < 0 || *to < amount)
        return 0;
    *from -= amount;
    *to += amount;
    return 1;
}
// ANCHOR_END: pay

int main(void) {
    int mine = 20, yours = 30, amount = nondet_int();
    int done = pay(&mine, &yours, amount);
    assert(mine >= 0);
    assert(done == (amount >= 0 && amount <= 20));
    assert(mine + yours == 50);
    return 0;
}
