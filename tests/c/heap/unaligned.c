// expect: safe
// what: An int is put into bytes at any place.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned char *bytes = malloc(16);
    unsigned int at = __VERIFIER_nondet_uint() % 13, x = __VERIFIER_nondet_uint(), y;
    memcpy(bytes + at, &x, sizeof x);
    memcpy(&y, bytes + at, sizeof y);
    assert(x == y);
    assert(bytes[at + 1] == ((x >> 8) & 255));
    free(bytes);
    return 0;
}
