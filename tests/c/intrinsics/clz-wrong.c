// expect: violated
// property: shift
// line: 10
// what: Zero has no highest one.
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned int x = __VERIFIER_nondet_uchar();
    int top = 31 - __builtin_clz(x);
    assert(top < 32);
    return 0;
}
