// expect: violated
// property: assertion
// line: 11
// what: The complement of a byte is not a byte.
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char a = __VERIFIER_nondet_uchar();
    unsigned char b = (unsigned char)~a;
    assert(b == ~a);
    return 0;
}
