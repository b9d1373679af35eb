// expect: violated
// property: assertion
// line: 12
// what: The bytes of an int are not in the order of the number.
#include <assert.h>
#include <string.h>
unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned int a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
    if (a < b)
        assert(memcmp(&a, &b, sizeof a) < 0);
    return 0;
}
