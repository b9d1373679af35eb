// what: Whether there is an element is asked after it was looked at.
// fault: 11
// fix: while (n < ROOM && text[n] != 0)
#include <assert.h>
char nondet_char(void);
#define ROOM 3

static int length(const char *text)
{
    int n = 0;
    while (text[n] != 0 && n < ROOM)
        n++;
    return n;
}

int main(void)
{
    char text[ROOM];

    for (int i = 0; i < ROOM; i++)
        text[i] = nondet_char();
    int n = length(text);
    assert(n >= 0 && n <= ROOM);
    for (int i = 0; i < n; i++)
        assert(text[i] != 0);
    return 0;
}
