// expect: unknown
// what: Compilers convert integers of 128 bits in parts; how that is rounded is not modelled.
#include <assert.h>
#include <fenv.h>

int main(void) {
    volatile __int128 n = ((__int128)1 << 100) + 1;
    fesetround(FE_UPWARD);
    assert((double)n > 0x1p100);
    return 0;
}
