// expect: unknown
// options: --no-check bounds
// native: skip (what is overwritten natively depends on the compiler)
// what: With its check switched off, an access outside of every object is not decided, and not ignored either.
#include <assert.h>

int main(void) {
    int a[2] = {1, 2};
    int i = 5;
    a[i] = 7;
    assert(a[0] == 1);
    return 0;
}
