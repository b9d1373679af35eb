// expect: violated
// property: assertion
// line: 14
// what: Two indices may be the same.
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int a[8] = {0};
    unsigned char i = __VERIFIER_nondet_uchar() & 7;
    unsigned char j = __VERIFIER_nondet_uchar() & 7;
    a[i] = 1;
    a[j] = 2;
    assert(a[i] == 1);
    return 0;
}
