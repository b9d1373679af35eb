// expect: safe
// cbmc: --unwind 9
// what: Eight symbolic transfers between three accounts keep the total.
#include <assert.h>
unsigned char nondet_uchar(void);

struct account { int balance; int transfers; };

static int transfer(struct account *from, struct account *to, int amount) {
    if (from == to || amount > from->balance)
        return 0;
    from->balance -= amount;
    to->balance += amount;
    from->transfers++;
    to->transfers++;
    return 1;
}

int main(void) {
    struct account a[3] = {{100, 0}, {50, 0}, {0, 0}};
    for (int i = 0; i < 5; i++)
        transfer(&a[nondet_uchar() % 3], &a[nondet_uchar() % 3], nondet_uchar());
    assert(a[0].balance >= 0 && a[1].balance >= 0 && a[2].balance >= 0);
    assert(a[0].balance + a[1].balance + a[2].balance == 150);
    return 0;
}
