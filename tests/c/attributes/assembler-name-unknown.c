// expect: unknown
// native: skip (there is no such symbol)
// what: What the linker will find under a name that no file defines is not known.
#include <assert.h>

int same(void) __asm__("somewhere_else");

int main(void) {
    assert(same() != 3);
    return 0;
}
