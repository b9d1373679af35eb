// what: The room for a frame is forgotten, though it is said whether there is one.
// fault: 13
// fix: return framed ? length + FRAME : length;
#include <assert.h>
#include <stdlib.h>
#define FRAME 4

int nondet_int(void);
_Bool nondet_bool(void);

static int room(int length, _Bool framed)
{
    return length;
}

static void copy(char *to, const char *from, int length, _Bool framed)
{
    int n = 0;

    if (framed)
        for (int i = 0; i < FRAME; i++)
            to[n++] = '-';
    for (int i = 0; i < length; i++)
        to[n++] = from[i];
}

int main(void)
{
    int length = nondet_int();
    _Bool framed = nondet_bool();

    if (length < 1 || length > 4)
        return 0;
    int size = room(length, framed);
    char *text = malloc(size);
    if (text == NULL)
        return 0;
    copy(text, "abcd", length, framed);
    assert(text[0] == (framed ? '-' : 'a'));
    assert(text[size - 1] == "abcd"[length - 1]);
    assert(!framed || text[FRAME - 1] == '-');
    free(text);
    return 0;
}
