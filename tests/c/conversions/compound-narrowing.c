// expect: safe
// what: A compound assignment computes wide and stores narrow.
#include <assert.h>

int main(void) {
    unsigned char c = 250;
    c += 10;
    assert(c == 4);
    c <<= 7;
    assert(c == 0);
    signed char s = 100;
    s += 100;
    assert(s == -56);
    unsigned short h = 1;
    h -= 2;
    assert(h == 65535);
    return 0;
}
