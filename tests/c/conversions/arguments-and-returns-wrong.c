// expect: violated
// property: assertion
// line: 13
// what: A function that returns a char cannot return 256.
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);

static unsigned char next(unsigned char x) { return x + 1; }

int main(void) {
    unsigned char x = __VERIFIER_nondet_uchar();
    int y = next(x);
    assert(y == x + 1);
    return 0;
}
