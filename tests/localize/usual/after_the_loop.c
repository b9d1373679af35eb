// what: The last run of equal values is never told, as no other follows it.
// fault: 19
// fix: longest = length > longest ? length : longest;
#include <assert.h>
int nondet_int(void);

static int longest_run(const int *value, int n)
{
    int longest = 0, length = 1;

    for (int i = 1; i < n; i++) {
        if (value[i] == value[i - 1]) {
            length++;
        } else {
            longest = length > longest ? length : longest;
            length = 1;
        }
    }
    return longest;
}

int main(void)
{
    int value[4], n = nondet_int(), equal = 1;

    if (n < 1 || n > 4)
        return 0;
    for (int i = 0; i < n; i++) {
        value[i] = nondet_int();
        equal = equal && value[i] == value[0];
    }
    int longest = longest_run(value, n);
    assert(longest >= 1 && longest <= n);
    assert((longest == n) == equal);
    assert(n < 2 || value[n - 1] != value[n - 2] || longest >= 2);
    return 0;
}
