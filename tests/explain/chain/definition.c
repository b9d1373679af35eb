/* What a macro stands for lacks its parentheses. */
#include <assert.h>
int nondet_int(void);
#define PAIRS(n) n / 2 /* FAULT */

static int tables(int guests, int extra)
{
    int pairs = PAIRS(guests + extra);

    return pairs;
}

int main(void)
{
    int guests = nondet_int(), extra = nondet_int();

    if (guests < 0 || guests > 20 || extra < 0 || extra > 4)
        return 0;
    assert(2 * tables(guests, extra) <= guests + extra);
    return 0;
}
