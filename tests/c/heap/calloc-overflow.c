// expect: safe
// what: calloc sees that the product of its arguments is too large.
#include <assert.h>
#include <stdlib.h>

int main(void) {
    char *p = calloc(0x100000000ul, 0x100000001ul);
    assert(p == NULL);
    return 0;
}
