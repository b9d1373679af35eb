// expect: violated
// property: assertion
// line: 8
// native: skip (the machine decides)
// what: A block that is larger than any whose bytes are followed may be had on another machine.
#include <assert.h>
#include <stdlib.h>
int main(void) { assert(malloc(1ul << 40) == NULL);
    return 0;
}
