// expect: bounded-safe
// native: skip (nobody has so much memory)
// what: Bytes whose number nobody knows are copied at once: each is where it should be, and the others are what they were.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

unsigned long nondet_ulong(void);

int main(void) {
    unsigned long size = nondet_ulong(), n = nondet_ulong(), to = nondet_ulong(), from = nondet_ulong(), i = nondet_ulong();
    if (size > 1ul << 40 || n > size || to > size - n || from > size - n || i >= size)
        return 0;
    unsigned char *a = malloc(size), *b = malloc(size);
    if (!a || !b)
        return 0;
    unsigned char old = a[i], other = i - to < n ? b[i - to + from] : 0;
    memcpy(a + to, b + from, n);
    assert(a[i] == (i - to < n ? other : old));
    free(a);
    free(b);
    return 0;
}
