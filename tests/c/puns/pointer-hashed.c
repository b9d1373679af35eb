// expect: unknown
// native: skip (where an object is depends on the machine)
// what: The bytes of a pointer are calculated with.
#include <assert.h>
int x;
int main(void) {
    int *pointer = &x;
    const unsigned char *bytes = (const unsigned char *)&pointer;
    unsigned char sum = 0;
    for (unsigned i = 0; i < sizeof pointer; i++)
        sum ^= bytes[i];
    assert(sum == 1);
    return 0;
}
