// expect: violated
// property: assertion
// line: 12
// what: The same fault, found as the bound grows by itself.
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char n = __VERIFIER_nondet_uchar();
    int i;
    for (i = 0; i < n; i++)
        assert(i != 40);
    return 0;
}
