// expect: safe
// what: A loop made of a label and a goto.
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char n = __VERIFIER_nondet_uchar();
    if (n > 6)
        n = 6;
    unsigned int i = 0, sum = 0;
again:
    if (i < n) {
        i++;
        sum += i;
        goto again;
    }
    assert(sum == n * (n + 1u) / 2);
    return 0;
}
