// expect: safe
// what: Unsigned addition wraps around and is no overflow.
#include <assert.h>

int main(void) {
    unsigned int big = 4294967295u;
    unsigned int sum = big + 2;
    assert(sum == 1);
    unsigned long wide = 0;
    wide -= 1;
    assert(wide == 18446744073709551615ul);
    return 0;
}
