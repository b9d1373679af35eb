// expect: violated
// property: assertion
// line: 15
// what: The loop stops one too early.
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char n = __VERIFIER_nondet_uchar();
    if (n > 8)
        return 0;
    int sum = 0;
    for (int i = 1; i < n; i++)
        sum += i;
    assert(sum == n * (n + 1) / 2);
    return 0;
}
