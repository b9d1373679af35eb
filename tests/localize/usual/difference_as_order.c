// what: The order of two numbers is told by their difference, which need not fit.
// fault: 10
// fix: return (a > b) - (a < b);
#include <assert.h>
#include <stdlib.h>
int nondet_int(void);

static int order(int a, int b)
{
    return a - b;
}

static void sort(int *value, int n)
{
    for (int i = 1; i < n; i++)
        for (int k = i; k > 0 && order(value[k], value[k - 1]) < 0; k--) {
            int kept = value[k];
            value[k] = value[k - 1];
            value[k - 1] = kept;
        }
}

int main(void)
{
    int value[3] = {nondet_int(), nondet_int(), nondet_int()};

    sort(value, 3);
    assert(value[0] <= value[1] && value[1] <= value[2]);
    return 0;
}
