// expect: bounded-safe
// options: --unwind 5
// what: Only the inner loop exceeds the bound.
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int count = 0;
    unsigned char n = __VERIFIER_nondet_uchar();
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < n; j++)
            count++;
    assert(count == 2 * n);
    return 0;
}
