// expect: violated
// property: double-free
// line: 14
// what: Two inputs may choose the same object to free.
#include <stdlib.h>
unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    int *table[3];
    for (int i = 0; i < 3; i++)
        table[i] = malloc(sizeof(int));
    unsigned int first = __VERIFIER_nondet_uint() % 3, second = __VERIFIER_nondet_uint() % 3;
    free(table[first]);
    free(table[second]);
    return 0;
}
