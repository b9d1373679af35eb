// expect: safe
// what: Below the smallest normal number there are more.
#include <assert.h>

int main(void) {
    double smallest = 2.2250738585072014e-308;
    double half = smallest / 2, tiny = 5e-324;
    assert(half > 0 && half * 2 == smallest);
    assert(tiny > 0 && tiny / 2 == 0);
    float single = (float)1e-40;
    assert(single > 0 && single < 1.2e-38f);
    return 0;
}
