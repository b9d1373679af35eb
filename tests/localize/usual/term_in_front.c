// what: A sum lacks its first term, which stands there elsewhere.
// fault: 23
// fix: int end = START + n;
#include <assert.h>
unsigned char nondet_uchar(void);

#define START 3
#define SIZE 12

static unsigned char line[SIZE];

static void put(int n, unsigned char value)
{
    for (int i = 0; i < n; i++)
        line[START + i] = value;
    line[START + n] = 0;
}

static int count(int n)
{
    int seen = 0;

    int end = n;
    for (int i = START; i < end; i++)
        seen += line[i] != 0;
    return seen;
}

int main(void)
{
    int n = nondet_uchar() % 8;
    unsigned char value = nondet_uchar();

    put(n, value);
    assert(count(n) == (value == 0 ? 0 : n));
    return 0;
}
