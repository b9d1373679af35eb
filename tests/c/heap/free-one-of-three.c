// expect: safe
// what: What an input chooses is freed; the rest can be used.
#include <assert.h>
#include <stdlib.h>
unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    int *table[3];
    for (int i = 0; i < 3; i++) {
        table[i] = malloc(sizeof(int));
        *table[i] = i;
    }
    unsigned int first = __VERIFIER_nondet_uint() % 3, second = __VERIFIER_nondet_uint() % 3;
    free(table[first]);
    if (first != second)
        assert(*table[second] == (int)second);
    return 0;
}
