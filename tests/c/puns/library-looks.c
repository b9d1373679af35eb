// expect: unknown
// native: skip (where an object is depends on the machine)
// what: A function of the library looks at the bytes of a pointer.
#include <assert.h>
#include <string.h>
int x;
int main(void) {
    int *pointers[2] = {&x, 0};
    assert(strlen((const char *)pointers) < 3);
    return 0;
}
