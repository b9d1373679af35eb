// expect: violated
// property: assertion
// line: 11
// what: Without NaN excluded, not less does not mean greater or equal.
#include <assert.h>
float __VERIFIER_nondet_float(void);

int main(void) {
    float a = __VERIFIER_nondet_float(), zero = 0;
    float b = a / a + zero;
    assert(b < 1 || b >= 1);
    return 0;
}
