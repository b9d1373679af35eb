// expect: safe
// what: NaN is unequal to everything, ordered with nothing, and not zero.
#include <assert.h>

int main(void) {
    double zero = 0.0;
    double nan = zero / zero;
    assert(nan != nan && !(nan == nan));
    assert(!(nan < 1) && !(nan > 1) && !(nan <= nan) && !(nan >= nan));
    int taken = nan ? 1 : 0;
    assert(taken == 1 && !!nan == 1);
    return 0;
}
