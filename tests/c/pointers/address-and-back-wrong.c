// expect: violated
// property: out-of-object
// line: 9
// what: An integer that is no address of an object.
#include <stdint.h>
int main(void) {
    long x = 5;
    uintptr_t u = (uintptr_t)&x + 16;
    return *(long *)u != 0;
}
