// expect: safe
// what: calloc gives zeroes.
#include <assert.h>
#include <stdlib.h>
unsigned int __VERIFIER_nondet_uint(void);

struct entry {
    char *name;
    double weight;
    int count;
};

int main(void) {
    unsigned int i = __VERIFIER_nondet_uint() % 5;
    struct entry *e = calloc(5, sizeof *e);
    assert(e[i].name == NULL && e[i].weight == 0 && e[i].count == 0);
    e[i].count++;
    assert(e[i].count == 1);
    free(e);
    return 0;
}
