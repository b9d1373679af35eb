// what: A number is written from its highest digit on, but the weights are counted from the lowest.
// fault: 13
// fix: value += digit[DIGITS - 1 - i] * weight[i];
#include <assert.h>
int nondet_int(void);
#define DIGITS 3
static const int weight[DIGITS] = {1, 10, 100};

static int value_of(const int *digit)
{
    int value = 0;
    for (int i = 0; i < DIGITS; i++)
        value += digit[i] * weight[i];
    return value;
}

int main(void)
{
    int digit[DIGITS], expected = 0;

    for (int i = 0; i < DIGITS; i++) {
        digit[i] = nondet_int();
        if (digit[i] < 0 || digit[i] > 9)
            return 0;
        expected = 10 * expected + digit[i];
    }
    assert(value_of(digit) == expected);
    return 0;
}
