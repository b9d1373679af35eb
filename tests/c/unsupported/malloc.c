// expect: unknown
// what: Heap memory.
#include <assert.h>
#include <stdlib.h>

int main(void) {
    int *p = malloc(4 * sizeof(int));
    if (!p)
        return 0;
    p[3] = 7;
    assert(p[3] == 7);
    free(p);
    return 0;
}
