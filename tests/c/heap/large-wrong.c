// expect: violated
// property: out-of-object
// line: 12
// what: One index too many for a large heap array.
#include <stdlib.h>
unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned int i = __VERIFIER_nondet_uint();
    int *heap = malloc(100000 * sizeof *heap);
    if (i <= 100000)
        heap[i] = 3;
    free(heap);
    return 0;
}
