// expect: violated
// property: assertion
// line: 12
// what: floor is not truncation.
#include <assert.h>
#include <math.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    double x = __VERIFIER_nondet_int() / 2.0;
    if (x > -100 && x < 100)
        assert(floor(x) == (int)x);
    return 0;
}
