// expect: safe
// what: _Static_assert is the compiler's business.
#include <assert.h>
_Static_assert(sizeof(int) == 4, "int has four bytes");

int main(void) {
    static_assert(1 + 1 == 2, "arithmetic");
    int x = 1;
    assert(x);
    return 0;
}
