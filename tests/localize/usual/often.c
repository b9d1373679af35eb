// what: Only one of the blanks at the end is taken away.
// fault: 11
// fix: while (n > 0 && text[n - 1] == ' ')
#include <assert.h>
char nondet_char(void);

static int trimmed(char *text, int n)
{
    while (n > 0 && text[n - 1] == '\n')
        n--;
    if (n > 0 && text[n - 1] == ' ')
        n--;
    text[n] = 0;
    return n;
}

int main(void)
{
    char text[5];

    for (int i = 0; i < 4; i++)
        text[i] = nondet_char();
    int n = trimmed(text, 4);
    assert(n >= 0 && n <= 4);
    assert(text[n] == 0);
    assert(n == 0 || text[n - 1] != ' ');
    return 0;
}
