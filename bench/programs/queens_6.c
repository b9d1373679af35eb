// expect: violated
// property: assertion
// line: 21
// cbmc: --unwind 7
// native: skip (four solutions among 46656 placements are too few for chance)
// what: Six queens: the counterexample is a solution.
#include <assert.h>
unsigned char nondet_uchar(void);

#define N 6

int main(void) {
    int row[N];
    for (int i = 0; i < N; i++)
        row[i] = nondet_uchar() % N;
    int conflicts = 0;
    for (int i = 0; i < N; i++)
        for (int j = i + 1; j < N; j++)
            if (row[i] == row[j] || row[i] - row[j] == j - i || row[j] - row[i] == j - i)
                conflicts++;
    assert(conflicts > 0);
    return 0;
}
