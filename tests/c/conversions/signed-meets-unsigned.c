// expect: safe
// what: In int against unsigned the int is converted, so -1 is the largest value.
#include <assert.h>

int main(void) {
    int minus = -1;
    unsigned int one = 1;
    assert(!(minus < one));
    assert(minus > one);
    long wide = -1;
    assert(wide < one);
    short s = -1;
    unsigned short us = 1;
    assert(s < us);
    return 0;
}
