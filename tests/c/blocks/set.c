// expect: safe
// what: memset fills with the low byte of its argument.
#include <assert.h>
#include <string.h>
int __VERIFIER_nondet_int(void);

struct pair {
    short low;
    int high;
};

int main(void) {
    int c = __VERIFIER_nondet_int();
    unsigned char b[5];
    memset(b, c, sizeof b);
    assert(b[0] == (unsigned char)c && b[4] == b[0]);
    struct pair p = {7, 7};
    memset(&p, -1, sizeof p);
    assert(p.low == -1 && p.high == -1);
    int *pointers[3] = {&c, &c, &c};
    memset(pointers, 0, sizeof pointers);
    assert(pointers[0] == NULL && pointers[2] == NULL);
    return 0;
}
