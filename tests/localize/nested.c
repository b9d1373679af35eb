// what: Parentheses make a quotient of what should be divided last.
// fix: ticks * 3 / 4
#include <assert.h>
int nondet_int(void);

static int scaled(int ticks)
{
    return ticks * (3 / 4);
}

int main(void)
{
    int ticks = nondet_int();

    if (ticks < 0 || ticks > 4000)
        return 0;
    int s = scaled(ticks);
    assert(s <= ticks);
    assert(ticks < 8 || s > ticks / 2);
    return 0;
}
