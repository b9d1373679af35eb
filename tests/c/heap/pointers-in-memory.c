// expect: safe
// what: Pointers to heap objects lie in heap memory and are copied byte by byte.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int **table = malloc(3 * sizeof *table);
    for (int i = 0; i < 3; i++) {
        table[i] = malloc(sizeof **table);
        *table[i] = i * 10;
    }
    int *p;
    memcpy(&p, &table[2], sizeof p);
    assert(*p == 20);
    *p = __VERIFIER_nondet_int();
    assert(*table[2] == *p);
    int **copy = malloc(3 * sizeof *copy);
    memcpy(copy, table, 3 * sizeof *copy);
    free(table);
    assert(*copy[1] == 10);
    for (int i = 0; i < 3; i++)
        free(copy[i]);
    free(copy);
    return 0;
}
