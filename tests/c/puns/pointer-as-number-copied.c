// expect: unknown
// native: skip (where an object is depends on the machine)
// what: The address of an object is looked at after its bytes were copied.
#include <assert.h>
#include <stdint.h>
#include <string.h>
int x;
int main(void) {
    int *pointer = &x;
    uintptr_t number;
    memcpy(&number, &pointer, sizeof number);
    assert(number < 100000000000u);
    return 0;
}
