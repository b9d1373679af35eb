// expect: safe
// what: fmod of exact values keeps the sign of its first argument.
#include <assert.h>
#include <math.h>

int main(void) {
    assert(fmod(7.5, 2) == 1.5 && fmod(-7.5, 2) == -1.5 && fmod(7.5, -2) == 1.5);
    assert(fmod(1e300, 3) == 0 && isnan(fmod(1, 0)) && isnan(fmod(INFINITY, 2)) && fmod(5, INFINITY) == 5);
    return 0;
}
