/* The array has no place for the last digit's end. */
#include <assert.h>
unsigned nondet_uint(void);

static int digits(unsigned n)
{
    char text[3]; /* FAULT */
    int at = 0;

    do {
        text[at++] = '0' + n % 10;
        n /= 10;
    } while (n > 0);
    text[at] = 0;
    return at;
}

int main(void)
{
    unsigned n = nondet_uint();

    if (n > 999)
        return 0;
    assert(digits(n) <= 3);
    return 0;
}
