// expect: violated
// property: assertion
// line: 21
// what: A classification that misses one pair of equal sides.
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char a = __VERIFIER_nondet_uchar();
    unsigned char b = __VERIFIER_nondet_uchar();
    unsigned char c = __VERIFIER_nondet_uchar();
    if (a == 0 || a + b <= c || b + c <= a || a + c <= b)
        return 0;
    int kind;
    if (a == b && b == c)
        kind = 3;
    else if (a == b || b == c)
        kind = 2;
    else
        kind = 1;
    assert(kind != 1 || a != c);
    return 0;
}
