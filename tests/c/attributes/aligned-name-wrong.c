// expect: violated
// property: assertion
// line: 11
// native: skip (the address that gcc takes is a multiple of four)
// what: A name for a type may ask for less than the type does.
#include <assert.h>
#include <stdint.h>
typedef int anywhere __attribute__((aligned(1)));
static anywhere one;
int main(void) {
    assert((uintptr_t)&one % 4 == 0);
    return 0;
}
