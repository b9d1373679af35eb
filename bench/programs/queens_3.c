// expect: safe
// cbmc: --unwind 4
// what: Three queens cannot be placed.
#include <assert.h>
unsigned char nondet_uchar(void);

#define N 3

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
