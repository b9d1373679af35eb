// expect: violated
// property: assertion
// line: 11
// what: A float may be too large for one more to matter.
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    float large = 16777216.0f;
    float more = __VERIFIER_nondet_uchar() % 4 + 1;
    assert(large + more > large);
    return 0;
}
