// expect: violated
// property: assertion
// line: 14
// what: Comparing a negative int with an unsigned length surprises.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    unsigned int length = 10;
    int i = __VERIFIER_nondet_int();
    int inside = 0;
    if (i < length)
        inside = 1;
    assert(inside || i >= 10);
    return 0;
}
