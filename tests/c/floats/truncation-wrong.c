// expect: violated
// property: assertion
// line: 11
// what: A shift rounds down, a conversion towards zero.
#include <assert.h>
signed char __VERIFIER_nondet_schar(void);

int main(void) {
    signed char x = __VERIFIER_nondet_schar();
    int half = (int)(x / 2.0);
    assert(half == x >> 1);
    return 0;
}
