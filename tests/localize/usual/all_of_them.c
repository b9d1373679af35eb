// what: The size of a pointer is taken for that of the array that it leads to.
// fault: 11
// fix: memset(seen, 0, PORTS * sizeof *seen);
#include <assert.h>
#include <string.h>
int nondet_int(void);
#define PORTS 6

static void forget(int *seen)
{
    memset(seen, 0, sizeof(seen));
}

int main(void)
{
    int seen[PORTS];

    for (int i = 0; i < PORTS; i++)
        seen[i] = nondet_int();
    forget(seen);
    for (int i = 0; i < PORTS; i++)
        assert(seen[i] == 0);
    return 0;
}
