#include <assert.h>

int nondet_int(void);

// ANCHOR: count
static void count(const int *votes, int n, int *totals) {
    for (int i = 0; i < n; i++)
        if (votes[i] >= 0 && votes[i] <= 3)
            totals[votes[i]]++;
}
// ANCHOR_END: count

int main(void) {
    int votes[3], totals[3] = {0, 0, 0}, valid = 0;
    for (int i = 0; i < 3; i++) {
        votes[i] = nondet_int();
        valid += votes[i] >= 0 && votes[i] < 3;
    }
    count(votes, 3, totals);
    assert(totals[0] + totals[1] + totals[2] == valid);
    return 0;
}
