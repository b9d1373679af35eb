// expect: safe
// what: static inline and const parameters.
#include <assert.h>
unsigned int __VERIFIER_nondet_uint(void);

static inline unsigned int rotate(const unsigned int x, const unsigned int by) {
    return (x << (by & 31)) | (x >> (-by & 31));
}

int main(void) {
    unsigned int x = __VERIFIER_nondet_uint();
    unsigned int by = __VERIFIER_nondet_uint();
    assert(rotate(rotate(x, by), 32 - by) == x);
    assert(rotate(x, 32) == x);
    return 0;
}
