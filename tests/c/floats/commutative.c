// expect: safe
// what: Sums and products do not depend on the order of operands.
#include <assert.h>
float __VERIFIER_nondet_float(void);

int main(void) {
    float x = __VERIFIER_nondet_float(), y = __VERIFIER_nondet_float();
    if (x == x && y == y && x + y == x + y)
        assert(x + y == y + x);
    if (x * y == x * y)
        assert(x * y == y * x);
    return 0;
}
