// expect: safe
// what: A do loop runs its body at least once.
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char n = __VERIFIER_nondet_uchar();
    int bits = 0;
    unsigned int rest = n;
    do {
        bits++;
        rest >>= 1;
    } while (rest != 0);
    assert(bits >= 1 && bits <= 8);
    assert((n >> (bits - 1)) <= 1);
    return 0;
}
