// expect: violated
// property: assertion
// line: 10
// what: An input takes the least value of its type as well.
#include <assert.h>
long __VERIFIER_nondet_long(void);

int main(void) {
    long x = __VERIFIER_nondet_long();
    assert(x != -9223372036854775807l - 1);
    return 0;
}
