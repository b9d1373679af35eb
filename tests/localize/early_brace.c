// fix: free_slots--;
// what: A slot is counted as taken even if none was: the brace stands one line too early.
#include <assert.h>
unsigned nondet_uint(void);

static int used[4], free_slots = 4;

static int take(void)
{
    int found = -1;
    for (int k = 3; k >= 0; k--)
        if (!used[k])
            found = k;
    if (found >= 0) {
        used[found] = 1;
    }
    free_slots--;
    return found;
}

static void give(int slot)
{
    if (used[slot]) {
        used[slot] = 0;
        free_slots++;
    }
}

int main(void)
{
    for (int k = 0; k < 7; k++) {
        unsigned what = nondet_uint() % 8;
        if (what < 4)
            give((int)what);
        else
            take();
        int n = 0;
        for (int s = 0; s < 4; s++)
            n += !used[s];
        assert(free_slots == n);
    }
    return 0;
}
