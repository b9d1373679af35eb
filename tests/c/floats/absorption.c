// expect: safe
// what: A double of the same size is not too large.
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    double large = 16777216.0;
    double more = __VERIFIER_nondet_uchar() % 4 + 1;
    assert(large + more > large && large + more - large == more);
    return 0;
}
