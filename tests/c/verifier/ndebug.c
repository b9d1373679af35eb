// expect: safe
// options: -D NDEBUG
// what: With NDEBUG an assertion is gone.
#include <assert.h>

int main(void) {
    int x = 1;
    assert(x == 2);
    return x - 1;
}
