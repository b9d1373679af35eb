// expect: safe
// what: An unsigned difference does not fit if the first operand is smaller.
#include <assert.h>
unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned int a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint(), difference;
    assert(__builtin_sub_overflow(a, b, &difference) == (a < b));
    assert(difference == a - b);
    long wide;
    assert(!__builtin_sub_overflow(a, b, &wide) && wide == (long)a - (long)b);
    return 0;
}
