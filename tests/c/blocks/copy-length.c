// expect: safe
// what: memcpy of as many bytes as an input says.
#include <assert.h>
#include <string.h>
unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned char from[6] = {1, 2, 3, 4, 5, 6}, to[6] = {0};
    unsigned int n = __VERIFIER_nondet_uint();
    if (n > 6)
        return 0;
    memcpy(to, from, n);
    for (unsigned int i = 0; i < 6; i++)
        assert(to[i] == (i < n ? i + 1 : 0));
    return 0;
}
