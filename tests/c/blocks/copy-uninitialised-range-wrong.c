// expect: violated
// property: assertion
// line: 19
// native: skip (it depends on what was never written)
// what: What was never written is copied with the rest, and a run that fails tells what it was.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

unsigned long nondet_ulong(void);

int main(void) {
    unsigned long size = nondet_ulong(), i = nondet_ulong();
    if (size < 5000 || size > 1ul << 20 || i >= size)
        return 0;
    unsigned char *a = malloc(size), *b = malloc(size), *c = malloc(size);
    memcpy(b, a, size);
    memcpy(c, b, size);
    assert(c[i] != 77);
    free(a);
    free(b);
    free(c);
    return 0;
}
