// fix: total += price;
// what: What is bought in any case is only counted where there is a discount: the brace stands one line too late.
#include <assert.h>
unsigned nondet_uint(void);

static unsigned total, bought;

static void buy(unsigned price, unsigned stamps)
{
    if (stamps >= 10) {
        price -= price / 10;
        total += price;
    }
    bought++;
}

int main(void)
{
    unsigned all = 0;
    for (int k = 0; k < 3; k++) {
        unsigned price = nondet_uint() % 1000, stamps = nondet_uint() % 20;
        buy(price, stamps);
        all += stamps < 10 ? price : price - price / 10;
        assert(total == all);
    }
    assert(bought == 3);
    return 0;
}
