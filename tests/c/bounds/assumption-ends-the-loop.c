// expect: safe
// what: An assumption inside the loop bounds it.
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int);

int main(void) {
    unsigned int n = __VERIFIER_nondet_uchar(), i = 0;
    while (i < n) {
        i++;
        __VERIFIER_assume(i <= 5);
    }
    assert(i <= 5);
    return 0;
}
