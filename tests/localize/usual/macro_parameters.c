// what: A parameter of a macro lacks its parentheses, which shows only where a sum is given.
// fault: 4
// fix: #define CENTS(euros) ((euros) * 100)
#define CENTS(euros) (euros * 100)
#include <assert.h>
int nondet_int(void);

static int bill(int meal, int tip)
{
    if (tip == 0)
        return CENTS(meal);
    return CENTS(meal + tip);
}

int main(void)
{
    int meal = nondet_int(), tip = nondet_int();

    if (meal < 0 || meal > 50 || tip < 0 || tip > 10)
        return 0;
    int due = bill(meal, tip);
    assert(due % 100 == 0);
    assert(due / 100 == meal + tip);
    return 0;
}
