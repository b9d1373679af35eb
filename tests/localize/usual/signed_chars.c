// what: Bytes index a table with their sign.
// fault: 14
// fix: return marked[(unsigned char)text[at]];
#include <assert.h>
char nondet_char(void);

static unsigned char marked[256];

static void mark(unsigned char c) { marked[c] = 1; }


static int is_marked(const char *text, int at)
{
    return marked[text[at]];
}

int main(void)
{
    char text[3];

    for (int i = 0; i < 3; i++)
        text[i] = nondet_char();
    mark('-');
    mark(0xe9);
    int seen = 0;
    for (int i = 0; i < 3; i++)
        seen += is_marked(text, i);
    assert(seen <= 3);
    return 0;
}
