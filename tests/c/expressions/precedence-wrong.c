// expect: violated
// property: assertion
// line: 13
// what: == binds tighter than &.
#include <assert.h>
unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned int flags = __VERIFIER_nondet_uint();
    int has = 0;
    if (flags & 4 == 4)
        has = 1;
    assert(has == ((flags & 4) == 4));
    return 0;
}
