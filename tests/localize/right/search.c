/* Where a number would have to go in a sorted table. */
#include <assert.h>

#define ENTRIES 5

int nondet_int(void);

static int position(const int *table, int n, int wanted) {
    int low = 0;
    int high = n;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (table[middle] < wanted)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

int main(void) {
    int table[ENTRIES];
    for (int i = 0; i < ENTRIES; i++) {
        table[i] = nondet_int();
        if (i > 0 && table[i - 1] > table[i])
            return 0;
    }
    int wanted = nondet_int();
    int at = position(table, ENTRIES, wanted);
    assert(at >= 0 && at <= ENTRIES);
    for (int i = 0; i < ENTRIES; i++)
        assert((table[i] < wanted) == (i < at));
    return 0;
}
