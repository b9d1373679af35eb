// expect: violated
// property: assertion
// line: 9
// what: A block of nearly as many bytes as pointers can be apart may be had or not: the standard does not say.
// native: skip (no machine has the memory)
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
int main(void) { assert(malloc((size_t)PTRDIFF_MAX - 1) == NULL); }
