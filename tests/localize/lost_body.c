// what: The statement of a condition in a loop has been lost, so that the one behind the loop has taken its place.
// fix: hits++;
#include <assert.h>
unsigned char nondet_uchar(void);

static int hits_of(const unsigned char *shots, int n, int from)
{
    int hits = 0;

    for (int i = 0; i < n; i++)
        if (shots[i] >= from)

    return hits;
}

int main(void)
{
    unsigned char shots[3];
    int expected = 0;

    for (int i = 0; i < 3; i++) {
        shots[i] = nondet_uchar();
        expected += shots[i] > 9;
    }
    assert(hits_of(shots, 3, 10) == expected);
    return 0;
}
