// expect: safe
// options: --function check
// what: With --function another main is not run.
#include <assert.h>

int check(unsigned char c) {
    int r = c >= 128;
    assert(r == c >> 7);
    return r;
}

int main(void) {
    assert(0);
    return check(3);
}
