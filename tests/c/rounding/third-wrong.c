// expect: violated
// property: assertion
// line: 12
// what: Up and down are not the same.
#include <assert.h>
#include <fenv.h>

int main(void) {
    float one = 1, three = 3, above = 0;
    if (fesetround(FE_UPWARD) == 0)
        above = one / three;
    assert(above == 0x1.555554p-2f);
    return 0;
}
