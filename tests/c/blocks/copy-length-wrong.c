// expect: violated
// property: out-of-object
// line: 13
// what: memcpy of one byte more than there is room for.
#include <string.h>
unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    char from[8] = "1234567", to[6];
    unsigned int n = __VERIFIER_nondet_uint();
    if (n > 7)
        return 0;
    memcpy(to, from, n);
    return 0;
}
