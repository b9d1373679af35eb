// expect: safe
// what: Plain char is signed on this platform, so 200 becomes -56.
#include <assert.h>

int main(void) {
    char c = (char)200;
    signed char s = (signed char)200;
    unsigned char u = (unsigned char)200;
    assert(c == -56);
    assert(s == c);
    assert(u == 200);
    assert((unsigned char)c == u);
    return 0;
}
