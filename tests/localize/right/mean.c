/* The mean of temperatures, which may be below zero. */
#include <assert.h>
#define N 3
int nondet_int(void);
static int mean(const int *t, int n) {
    int sum = 0;
    for (int i = 0; i < (int)n; i++)
        sum += t[i];
    return sum / n;
}
int main(void) {
    int t[N];
    int least = 1000, most = -1000;
    for (int i = 0; i < N; i++) {
        t[i] = nondet_int();
        if (t[i] < -50 || t[i] > 50) return 0;
        if (t[i] < least) least = t[i];
        if (t[i] > most) most = t[i];
    }
    int m = mean(t, N);
    assert(least <= m && m <= most);
    return 0;
}
