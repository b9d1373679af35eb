// expect: safe
// what: A pointer comes back from an integer.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    int *p = malloc(2 * sizeof *p);
    p[1] = 42;
    uintptr_t address = (uintptr_t)p;
    int *q = (int *)address;
    assert(q == p && q[1] == 42);
    int *r = (int *)(address + sizeof *p);
    assert(*r == 42);
    assert(address % _Alignof(int) == 0);
    free(q);
    return 0;
}
