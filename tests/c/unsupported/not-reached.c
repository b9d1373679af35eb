// expect: safe
// what: What is not modelled does no harm where it cannot be reached.
#include <assert.h>
#include <math.h>

static double wave(double x) { return sin(x); }

int main(void) {
    int x = 3;
    if (x == 4)
        x = (int)wave(1.5);
    assert(x == 3);
    return 0;
}
