// expect: unknown
// native: skip (the machine decides)
// what: A block that is larger than any that is represented may be had on another machine.
#include <assert.h>
#include <stdlib.h>
int main(void) {
    assert(malloc(1ul << 40) == NULL);
    return 0;
}
