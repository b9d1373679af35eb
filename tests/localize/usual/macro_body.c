// what: The body of a macro takes out the wrong bit.
// fault: 4
// fix: #define HAS(word, bit) (((word) >> (bit)) & 1)
#define HAS(word, bit) (((word) >> (bit)) & 2)
#include <assert.h>
unsigned nondet_uint(void);

static int doors_open(unsigned doors)
{
    int open = 0;

    for (unsigned door = 0; door < 4; door++)
        if (HAS(doors, door))
            open++;
    return open;
}

int main(void)
{
    unsigned doors = nondet_uint() % 16;
    int open = doors_open(doors);

    assert(open >= 0 && open <= 4);
    assert((open == 0) == (doors == 0));
    assert((open == 4) == (doors == 15));
    return 0;
}
