// expect: safe
// what: Precedence that people get wrong.
#include <assert.h>

int main(void) {
    int flags = 6;
    assert((flags & 4) == 4);
    assert((flags & 4 == 4) == (flags & (4 == 4)));
    assert((1 << 2 + 1) == 8);
    assert(-2 * -3 + 4 % 3 == 7);
    assert((2 > 1 > 0) == 1 && (3 > 2 > 1) == 0);
    assert((5 & 3 | 8 ^ 1) == 9);
    assert(!0 == 1 && !5 == 0 && !!5 == 1);
    return 0;
}
