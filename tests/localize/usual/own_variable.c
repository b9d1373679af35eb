// what: The inner loop counts the variable of the outer one.
// fault: 11
// fix: for (int k = i + 1; k < n; k++)
#include <assert.h>
int nondet_int(void);

static int pairs(const int *value, int n)
{
    int found = 0;
    for (int i = 0; i < n; i++)
        for (int k = i + 1; k < n; i++)
            if (value[i] == value[k])
                found++;
    return found;
}

int main(void)
{
    int value[3] = {nondet_int(), nondet_int(), nondet_int()};
    int same = pairs(value, 3);

    assert(same == 0 || same == 1 || same == 3);
    assert((same == 3) == (value[0] == value[1] && value[1] == value[2]));
    return 0;
}
