// expect: unknown
// native: skip (where an object is depends on the machine)
// what: The address of an object is looked at through a union.
#include <assert.h>
#include <stdint.h>
char other;
int main(void) {
    union { uintptr_t number; char *pointer; } word;
    word.pointer = &other;
    assert(word.number % 16 == 0);
    return 0;
}
