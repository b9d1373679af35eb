// what: What is paid on top is twice what it should be. To read that too late passes the tests, too: none comes near the limit.
// fix: SMALL
#include <stdio.h>
#include <stdlib.h>

#define SMALL 10
#define LARGE 20

static int base, extra;

static int price(void)
{
    return extra ? base + LARGE : base;
}

int main(int argc, char **argv)
{
    if (argc < 3)
        return 2;
    base = atoi(argv[1]);
    extra = atoi(argv[2]);
    printf("%d\n", price() > 100);
    return 0;
}
