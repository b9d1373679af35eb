// what: The function that says what is right goes beyond the array itself.
// fault: 22
// fix: for (int i = 1; i < 4; i++)
#include <assert.h>
unsigned char nondet_uchar(void);

struct sample { unsigned char of[4]; };

static unsigned char middle(const struct sample *s)
{
    unsigned int sum = 0;

    for (int i = 0; i < 4; i++)
        sum += s->of[i];
    return sum / 4;
}

static unsigned char highest(const struct sample *s)
{
    unsigned char high = s->of[0];

    for (int i = 1; i <= 4; i++)
        if (s->of[i] > high)
            high = s->of[i];
    return high;
}

int main(void)
{
    struct sample s;

    for (int i = 0; i < 4; i++)
        s.of[i] = nondet_uchar();
    assert(middle(&s) <= highest(&s));
    return 0;
}
