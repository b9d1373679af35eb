// expect: violated
// property: assertion
// line: 13
// native: skip (the machine decides)
// what: What is far into a large block is as uninitialised as what is near.
#include <assert.h>
#include <stdlib.h>
int main(void) {
    unsigned long *p = malloc(5ul << 30);
    if (p == NULL)
        return 0;
    p[600000000] = 1;
    assert(p[600000000] + p[600000001] != 43);
    return 0;
}
