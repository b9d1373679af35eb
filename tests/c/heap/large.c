// expect: safe
// what: Large arrays of all kinds, touched in a few places.
#include <assert.h>
#include <stdlib.h>
unsigned int __VERIFIER_nondet_uint(void);

static int global[100000];

int main(void) {
    unsigned int i = __VERIFIER_nondet_uint();
    if (i >= 100000)
        return 0;
    int local[100000];
    int *heap = malloc(100000 * sizeof *heap);
    assert(global[i] == 0);
    global[i] = 1;
    local[i] = 2;
    heap[i] = 3;
    global[99999] = 10;
    local[99999] = 20;
    heap[99999] = 30;
    assert(i == 99999 || global[i] + local[i] + heap[i] == 6);
    assert(global[99999] + local[99999] + heap[99999] == 60);
    free(heap);
    return 0;
}
