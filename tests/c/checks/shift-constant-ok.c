// expect: safe
// what: Constant shifts and remainders that have a value.
#include <assert.h>
#include <limits.h>

int main(void) {
    assert(0 << 31 == 0 && 1 << 30 == 0x40000000 && 1L << 40 == 0x10000000000);
    assert(INT_MIN % 1 == 0 && -7 % 4 == -3 && LONG_MIN % -2 == 0);
    return 0;
}
