// expect: safe
// what: What is not modelled does no harm where it cannot be reached.
#include <assert.h>

static double mean(const double *a, int n) {
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[i];
    return sum / n;
}

int main(void) {
    int x = 3;
    if (x == 4) {
        double a[1] = {1.5};
        x = (int)mean(a, 1);
    }
    assert(x == 3);
    return 0;
}
