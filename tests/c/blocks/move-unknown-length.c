// expect: safe
// native: skip (the inputs are many)
// what: Bytes that overlap are moved as if through a buffer, filled and copied again, however many they are.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

unsigned long nondet_ulong(void);
unsigned char nondet_uchar(void);

int main(void) {
    unsigned long size = nondet_ulong(), n = nondet_ulong(), i = nondet_ulong();
    if (size < 3 || size > 1ul << 20 || n > size - 2 || i >= n)
        return 0;
    unsigned char *a = malloc(size), value = nondet_uchar();
    unsigned char first = a[i];
    memmove(a + 2, a, n);
    assert(a[i + 2] == first);
    a[i + 1] = 9;
    memset(a, value, i + 1);
    assert(a[i] == value && a[i + 1] == 9 && a[i + 2] == first);
    free(a);
    return 0;
}
