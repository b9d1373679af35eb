// expect: safe
// what: The widths of the integer types on x86-64 Linux.
#include <assert.h>

int main(void) {
    assert(sizeof(char) == 1 && sizeof(short) == 2 && sizeof(int) == 4);
    assert(sizeof(long) == 8 && sizeof(long long) == 8);
    assert(sizeof(_Bool) == 1 && sizeof(void *) == 8);
    assert(sizeof 'a' == 4);
    assert(sizeof 1u == 4 && sizeof 1l == 8 && sizeof 1ull == 8);
    assert(sizeof 4294967296 == 8);
    assert(sizeof 0xffffffff == 4 && 0xffffffff > 0);
    return 0;
}
