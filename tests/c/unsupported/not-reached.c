// expect: safe
// what: What is not modelled does no harm where it cannot be reached.
#include <assert.h>

static long double mean(const long double *a, int n) {
    long double sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[i];
    return sum / n;
}

int main(void) {
    int x = 3;
    if (x == 4) {
        long double a[1] = {1.5};
        x = (int)mean(a, 1);
    }
    assert(x == 3);
    return 0;
}
