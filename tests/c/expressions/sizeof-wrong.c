// expect: violated
// property: assertion
// line: 10
// what: The operand of sizeof has no effect.
#include <assert.h>

int main(void) {
    int used = 0;
    unsigned long size = sizeof(used++);
    assert(used == 1 && size == 4);
    return 0;
}
