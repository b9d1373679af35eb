// expect: violated
// property: assertion
// line: 11
// what: A product may be too large for a float, and the way back does not help.
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    float factor = __VERIFIER_nondet_uchar() % 4 + 1;
    float large = 3e38f;
    assert(large * factor / factor == large);
    return 0;
}
