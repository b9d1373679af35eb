// expect: violated
// property: invalid-free
// line: 11
// what: Memory of the stack is freed.
#include <alloca.h>
#include <stdlib.h>

int main(void) {
    int *p = alloca(4 * sizeof *p);
    p[0] = 1;
    free(p);
    return 0;
}
