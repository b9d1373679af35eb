// expect: violated
// property: out-of-object
// line: 12
// what: Arithmetic on the integer leads out of the object.
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    int *p = malloc(2 * sizeof *p);
    uintptr_t address = (uintptr_t)p;
    int *r = (int *)(address + 2 * sizeof *p);
    *r = 1;
    free(p);
    return 0;
}
