// expect: safe
// what: memcmp goes by unsigned bytes and looks at zero bytes too.
#include <assert.h>
#include <string.h>
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    assert(memcmp("a\0b", "a\0c", 3) < 0);
    assert(memcmp("\xff", "a", 1) > 0);
    assert(memcmp("x", "y", 0) == 0);
    unsigned char a[2] = {1, __VERIFIER_nondet_uchar()}, b[2] = {1, __VERIFIER_nondet_uchar()};
    int order = memcmp(a, b, 2);
    assert((order < 0) == (a[1] < b[1]));
    assert((order == 0) == (a[1] == b[1]));
    return 0;
}
