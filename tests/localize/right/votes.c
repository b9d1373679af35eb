/* Who has most votes; the first of those that have as many. */
#include <assert.h>

#define PEOPLE 3
#define VOTES 4

int nondet_int(void);

static void count(const int *votes, int n, int *totals) {
    for (int p = 0; p < PEOPLE; p++)
        totals[p] = 0;
    for (int i = 0; i < n; i++) {
        if (votes[i] >= 0 && votes[i] < PEOPLE)
            totals[votes[i]]++;
    }
}

static int winner(const int *totals) {
    int best = 0;
    for (int p = 1; p < PEOPLE; p++) {
        if (totals[p] > totals[best])
            best = p;
    }
    return best;
}

int main(void) {
    int votes[VOTES], totals[PEOPLE];
    for (int i = 0; i < VOTES; i++)
        votes[i] = nondet_int();
    count(votes, VOTES, totals);
    int valid = 0, sum = 0;
    for (int i = 0; i < VOTES; i++)
        valid += votes[i] >= 0 && votes[i] < PEOPLE;
    for (int p = 0; p < PEOPLE; p++)
        sum += totals[p];
    assert(sum == valid);
    int best = winner(totals);
    for (int p = 0; p < PEOPLE; p++) {
        int mine = 0;
        for (int i = 0; i < VOTES; i++)
            mine += votes[i] == p;
        assert(totals[p] == mine);
        assert(p < best ? mine < totals[best] : mine <= totals[best]);
    }
    return 0;
}
