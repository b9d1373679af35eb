// what: The looser of two conditions is asked first, so that the other one never decides.
// fault: 10
// fix: if (weight > 20)
#include <assert.h>
int nondet_int(void);

static int price(int weight)
{
    int price;
    if (weight > 5)
        price = 4;
    else if (weight > 20)
        price = 7;
    else
        price = 2;
    return price;
}

int main(void)
{
    int weight = nondet_int(), other = nondet_int();

    if (weight <= 0 || weight > 100 || other <= 0 || other > 100)
        return 0;
    if (weight > 20)
        assert(price(weight) == 7);
    if (weight < other)
        assert(price(weight) <= price(other));
    assert(price(6) == 4 && price(1) == 2);
    return 0;
}
