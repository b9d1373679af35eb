// expect: violated
// property: assertion
// line: 9
// native: skip (the machine decides)
// what: A block of more than a gibibyte need not be had.
#include <assert.h>
#include <stdlib.h>
int main(void) {
    assert(malloc((1ul << 30) + 1) != NULL);
    return 0;
}
