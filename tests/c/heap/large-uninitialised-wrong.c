// expect: violated
// property: assertion
// line: 14
// native: skip (the fault needs one value of uninitialised memory)
// what: An element of a large block that nobody wrote, read after a write at an index that is an input.
#include <assert.h>
#include <stdlib.h>
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    int *block = malloc(400000 * sizeof(int));
    unsigned i = __VERIFIER_nondet_uint() % 200000;
    block[i] = 7;
    assert(block[3] != 12345 || i == 3);
    free(block);
    return 0;
}
