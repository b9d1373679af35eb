// expect: safe
// what: Write and read at an index that is an input.
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int a[8] = {0};
    unsigned char i = __VERIFIER_nondet_uchar() & 7;
    unsigned char j = __VERIFIER_nondet_uchar() & 7;
    a[i] = 5;
    a[j] += 1;
    assert(a[i] == (i == j ? 6 : 5));
    int sum = 0;
    for (int k = 0; k < 8; k++)
        sum += a[k];
    assert(sum == 6);
    return 0;
}
