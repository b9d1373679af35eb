#include <assert.h>

int nondet_int(void);

// ANCHOR: mean
static int mean(const int *days, int n) {
    int count = 0, sum = 0;
    for (int i = 0; i < n; i++) {
        if (days[i] > 0) {
            sum += days[i];
            count++;
        }
    }
    return sum / count;
}
// ANCHOR_END: mean

int main(void) {
    int days[3];
    for (int i = 0; i < 3; i++) {
        days[i] = nondet_int();
        if (days[i] < 0 || days[i] > 500)
            return 0;
    }
    int wet = mean(days, 3);
    assert(wet >= 0 && wet <= 500);
    return 0;
}
