// expect: safe
// options: --function absolute
// what: The parameter of the chosen function is an input.
#include <assert.h>

int absolute(int x) {
    if (x == -2147483647 - 1)
        return 0;
    int r = x < 0 ? -x : x;
    assert(r >= 0);
    return r;
}
