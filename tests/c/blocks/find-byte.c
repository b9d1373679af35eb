// expect: safe
// what: memchr finds the first of equal bytes.
#include <assert.h>
#include <string.h>
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char a[4] = {3, 1, 4, 1};
    assert(memchr(a, 1, sizeof a) == a + 1);
    assert(memchr(a, 5, sizeof a) == NULL);
    unsigned char c = __VERIFIER_nondet_uchar();
    unsigned char *at = memchr(a, c, 4);
    assert(at == NULL || *at == c);
    assert((at != NULL) == (c == 1 || c == 3 || c == 4));
    return 0;
}
