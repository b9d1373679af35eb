// what: Only one of two numbers is compared without its sign.
// fault: 14
// fix: return size(a) > size(b);
#include <assert.h>
int nondet_int(void);

static int size(int x)
{
    return x < 0 ? -x : x;
}

static int is_farther(int a, int b)
{
    return size(a) > b;
}

int main(void)
{
    int a = nondet_int(), b = nondet_int();

    if (a < -50 || a > 50 || b < -50 || b > 50)
        return 0;
    if (is_farther(a, b))
        assert(a * a > b * b);
    else
        assert(a * a <= b * b);
    return 0;
}
