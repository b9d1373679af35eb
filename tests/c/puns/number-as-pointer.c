// expect: unknown
// native: skip (what is at an address depends on the machine)
// what: A number that was never a pointer is read as one through a union; whyc does not know what is there.
#include <stdint.h>
char buffer[16];
int main(void) {
    union { uint64_t number; volatile char *pointer; } word;
    word.number = 0x10000000004;
    *word.pointer = 1;
    return 0;
}
